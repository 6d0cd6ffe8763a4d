import { and, inArray, lt, ne } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import { LAPSED_REMEMBERED_MS } from "../holds.ts";
import { orderHold, orders } from "#shop/orders/server/index.ts";

/** Jobs of the checkout. */
export const checkoutJobs: readonly ScheduledJob[] = [
  { name: "orders.forget-holds", everyMs: HOUR, isLong: true, run: deleteOldHolds },
];

/** Forgets who held what, once it says nothing any more: the order is decided and a day is over. */
export async function deleteOldHolds({ db, now }: Context): Promise<void> {
  const decided = db.select({ id: orders.id }).from(orders).where(ne(orders.status, "Pending"));
  await db
    .delete(orderHold)
    .where(
      and(
        lt(orderHold.heldAt, new Date(now().getTime() - LAPSED_REMEMBERED_MS)),
        inArray(orderHold.orderId, decided),
      ),
    );
}
