import { and, countDistinct, eq, gt, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { goodsHeldBack } from "../events.ts";
import {
  formatExpiries,
  HELD_BACK_REMEDY,
  EXPIRED_REMEMBERED_MS,
  type ExpiryPattern,
  SUSPICIOUS_EXPIRIES,
} from "../holds.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { expireOrder } from "./cancellations.ts";
import { orderHold, type OrderRow, orders } from "./tables.ts";
import { paymentExpired } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { HOUR } from "#contract/time.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";

/** Reports each product that somebody may be keeping out of stock with unpaid orders (T35). */
export async function checkHeldGoods({ db, now }: Context): Promise<Finding[]> {
  const findings = new Map<string, Finding>();
  for (const { productId, pattern, expired } of await selectExpiries(db, now()))
    if (expired >= SUSPICIOUS_EXPIRIES[pattern] && !findings.has(productId))
      findings.set(productId, {
        about: productId,
        what: formatExpiries(pattern, expired),
        remedy: HELD_BACK_REMEDY,
      });
  return [...findings.values()];
}

/** Warns the owner when a count of expired orders equals its limit, but not again for higher counts. */
async function recordExpiry(context: Context, tx: Tx, { id }: OrderRow): Promise<void> {
  const reservedLines = await tx.select().from(orderHold).where(eq(orderHold.orderId, id));
  if (reservedLines.length === 0) return;
  const productIds = reservedLines.map(({ productId }) => productId);
  for (const expiry of await selectExpiries(tx, context.now(), productIds)) {
    const isOwn = reservedLines.some(
      ({ accountId, address }) =>
        expiry.holder === null || expiry.holder === accountId || expiry.holder === address,
    );
    if (!isOwn || expiry.expired !== SUSPICIOUS_EXPIRIES[expiry.pattern]) continue;
    const { productId, pattern, expired } = expiry;
    context.log.warn({ productId, pattern, expired }, "unpaid orders may be blocking the stock of products");
    await context.outbox.publish(tx, goodsHeldBack, { productId, pattern, expired });
  }
}

/** Counts each product's expired orders by customer, by IP address and in total, highest count first. */
async function selectExpiries(db: Db | Tx, now: Date, productIds?: readonly string[]) {
  const { productId, accountId, address } = orderHold;
  const expired = countDistinct(orderHold.orderId);
  const condition = and(
    gt(orderHold.heldAt, new Date(now.getTime() - EXPIRED_REMEMBERED_MS)),
    eq(orders.status, "Cancelled"),
    eq(orders.cancelledBecause, "unpaid"),
    productIds && inArray(productId, [...productIds]),
  );
  const countBy = async (pattern: ExpiryPattern, holder?: typeof accountId | typeof address) => {
    const rows = await db
      .select({ productId, holder: sql<string | null>`${holder ?? sql`null`}`, expired })
      .from(orderHold)
      .innerJoin(orders, eq(orders.id, orderHold.orderId))
      .where(and(condition, holder && isNotNull(holder)))
      .groupBy(productId, ...(holder ? [holder] : []));
    return rows.map((row) => ({ ...row, pattern }));
  };
  return [
    ...(await countBy("customer", accountId)),
    ...(await countBy("address", address)),
    ...(await countBy("many")),
  ].toSorted(
    (first, other) => other.expired - first.expired || first.productId.localeCompare(other.productId),
  );
}

/** Cancels an order when its time to pay is over (D60). */
export const onPaymentExpired = defineSubscriber(
  paymentExpired,
  "orders.payment-expired",
  async (context, { orderId }) => {
    await context.transact(async (tx) => {
      const expired = await expireOrder(context, tx, orderId);
      if (expired) await recordExpiry(context, tx, expired);
    });
  },
);

export const expiryJobs: readonly ScheduledJob[] = [
  { name: "orders.forget-holds", everyMs: HOUR, isLong: true, run: deleteOldHolds },
];

/** Deletes old reservations of orders that are no longer pending. Newer ones count for the limits on unpaid orders. */
export async function deleteOldHolds({ db, now }: Context): Promise<void> {
  const decided = db.select({ id: orders.id }).from(orders).where(ne(orders.status, "Pending"));
  await db
    .delete(orderHold)
    .where(
      and(
        lt(orderHold.heldAt, new Date(now().getTime() - EXPIRED_REMEMBERED_MS)),
        inArray(orderHold.orderId, decided),
      ),
    );
}
