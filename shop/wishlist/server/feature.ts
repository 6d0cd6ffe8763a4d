import type { Feature } from "#platform/feature.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unprovenDropped } from "#shop/accounts/events.ts";
import { wishlistRoutes } from "./routes.ts";
import { deleteAllSaved } from "./saved-products.ts";

/** Deletes the wishlist, because a stranger may have filled it (T9). */
const onUnprovenDropped = defineParticipant(
  unprovenDropped,
  "wishlist.unproven-dropped",
  (tx, { accountId }) => deleteAllSaved(tx, accountId),
);

export const wishlist: Feature = {
  name: "wishlist",
  routes: wishlistRoutes,
  subscribers: [onUnprovenDropped],
};
