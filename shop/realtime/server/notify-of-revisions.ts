import { getCatalogueRevision, onCatalogueRevision } from "#shop/catalogue/server/index.ts";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";
import type { Context } from "#platform/context.ts";
import { getSockets } from "./attach-sockets.ts";

/**
 * Every open page of a customer looks again once the owner has changed the goods; each process notices by itself. A page that
 * connects only after a change learns of it too.
 */
export function notifyOfRevisions(context: Context): void {
  const describe = (): CatalogueUpdated => ({ revision: getCatalogueRevision(context) });
  onCatalogueRevision(context, () => getSockets(context)?.emitToAll(CATALOGUE_UPDATED, describe()));
  getSockets(context)?.greetWith(CATALOGUE_UPDATED, describe);
}
