import { type Context, defineState } from "#platform/context.ts";
import type { Feature } from "#platform/feature.ts";
import type { Sockets } from "#platform/http/socket-server.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { sessionEnded } from "#shop/accounts/events.ts";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";
import { getCatalogueRevision, onCatalogueRevision } from "#shop/catalogue/server/index.ts";
import { orderChanged } from "#shop/orders/events.ts";
import { ORDER_UPDATED, type OrderUpdated } from "#shop/orders/order-updated.ts";

const openSockets = defineState<Sockets | null>("live sockets", null);

export const attachSockets = openSockets.set;

const getSockets = openSockets.get;

/** Sends an order's new state to all open pages of its customer, and to nobody else (T21). */
export const onOrderChanged = defineSubscriber(
  orderChanged,
  "realtime.order-changed", // stored in the outbox, so it must not change
  async (context, { accountId, orderId, status }) => {
    await getSockets(context)?.emitTo(accountId, ORDER_UPDATED, { orderId, status } satisfies OrderUpdated);
  },
  { fromMemory: true },
);

/** Closes the live connections of a session that has ended (T7). */
export const onSessionEnded = defineSubscriber(
  sessionEnded,
  "realtime.session-ended",
  async (context, { sessionId }) => {
    await getSockets(context)?.dropSession(sessionId);
  },
  { fromMemory: true },
);

export const liveUpdates: Feature = {
  name: "live-updates",
  subscribers: [onOrderChanged, onSessionEnded],
  listen(context, { sockets }) {
    attachSockets(context, sockets);
    notifyOfRevisions(context);
  },
};

/** Sends each new catalogue revision to all open pages. A page that connects later gets the current revision. */
export function notifyOfRevisions(context: Context): void {
  const describe = (): CatalogueUpdated => ({ revision: getCatalogueRevision(context) });
  onCatalogueRevision(context, () => getSockets(context)?.emitToAll(CATALOGUE_UPDATED, describe()));
  getSockets(context)?.greetWith(CATALOGUE_UPDATED, describe);
}
