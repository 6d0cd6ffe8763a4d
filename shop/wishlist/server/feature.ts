import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unverifiedDataDeleted } from "#shop/accounts/events.ts";
import * as contracts from "../contracts.ts";
import { readSaved, removeSaved, saveProducts } from "../endpoints.ts";
import * as saved from "./saved-products.ts";

export const wishlist: Feature = {
  name: "wishlist",
  routes: [
    route(readSaved, contracts.readSaved, (context, { principal }) =>
      saved.findSaved(context, principal.accountId),
    ),
    route(saveProducts, contracts.saveProducts, (context, { principal, body }) =>
      saved.saveProducts(context, principal.accountId, body.productIds),
    ),
    route(removeSaved, contracts.removeSaved, (context, { principal, body }) =>
      saved.removeSaved(context, principal.accountId, body.productIds),
    ),
  ],
  subscribers: [
    // Products saved before the e-mail address was verified may be a stranger's, so delete them (T9).
    defineParticipant(unverifiedDataDeleted, "wishlist.unproven-dropped", (tx, { accountId }) =>
      saved.deleteAllSaved(tx, accountId),
    ),
  ],
};
