import type { Feature } from "#platform/feature.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unprovenDropped } from "#shop/accounts/events.ts";
import { clearCart } from "./cart.ts";
import { cartRoutes } from "./routes.ts";

/** Deletes the cart, because a stranger may have filled it (T9). */
const onUnprovenDropped = defineParticipant(unprovenDropped, "cart.unproven-dropped", (tx, { accountId }) =>
  clearCart(tx, accountId),
);

export const cart: Feature = { name: "cart", routes: cartRoutes, subscribers: [onUnprovenDropped] };
