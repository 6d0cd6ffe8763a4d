import { onCatalogueRevision } from "#server/catalogue";
import { CATALOGUE_UPDATED } from "#shop/catalogue/catalogue-updated.ts";
import type { Context } from "#platform/context.ts";
import { getSockets } from "./attach-sockets.ts";

/** Every open page of a customer looks again once the owner has changed the goods; each process notices by itself. */
export const notifyOfRevisions = (context: Context): void =>
  onCatalogueRevision(context, () => getSockets(context)?.emitToAll(CATALOGUE_UPDATED, {}));
