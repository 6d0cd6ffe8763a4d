import { and, eq, lte } from "drizzle-orm";
import { unprovenDropped } from "#shop/accounts/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { orders } from "./tables.ts";

/**
 * Cancels the unpaid orders of whoever registered a mailbox ahead of its owner (T9): paid by the owner they would go to a
 * stranger's address. What is paid stays, and so do orders by phone, which the shop's owner vouches for.
 */
export const onUnprovenDropped = defineSubscriber(
  unprovenDropped,
  "orders.unproven-dropped",
  async (context, { accountId, at }) => {
    const unpaid = await context.db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.accountId, accountId),
          eq(orders.status, "Pending"),
          eq(orders.byPhone, false),
          lte(orders.createdAt, new Date(at)),
        ),
      );
    // Refused while money might be on its way, and tried again later: paid by then, an order is not here any more.
    for (const order of unpaid) await cancelUnpaid(context, order, "customer");
  },
);
