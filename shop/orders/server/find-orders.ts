import { and, desc, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { AnsweredOrder } from "../order.ts";
import type { OrderMailData } from "../order-mail-data.ts";
import { whereOrder } from "./order-id.ts";
import { buildPaymentHref } from "./payment-link.ts";
import { buildTrackingHref } from "./tracking-link.ts";
import { orders } from "./tables.ts";
import { describeOrders, getPaymentDeadline } from "./describe-orders.ts";

/** All orders of an account as they travel, newest first. */
export async function listOrders(context: Context, accountId: string): Promise<AnsweredOrder[]> {
  const rows = await context.db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  return describeOrders(context, accountId, rows);
}

/** An account's own order by `orderId` or `_id`; null for another's, an unknown and a malformed one alike (D69, D74). */
export async function findOwnOrder(
  context: Context,
  accountId: string,
  given: string,
): Promise<AnsweredOrder | null> {
  const rows = await context.db
    .select()
    .from(orders)
    .where(and(whereOrder(given), eq(orders.accountId, accountId)));
  const [order] = await describeOrders(context, accountId, rows);
  return order ?? null;
}

/** Any order with what a mail about it needs, by `orderId` or `_id`; null when there is none. */
export async function findOrderMailData(context: Context, given: string): Promise<OrderMailData | null> {
  const [row] = await context.db.select().from(orders).where(whereOrder(given));
  if (!row) return null;
  const [order] = await describeOrders(context, row.accountId, [row]);
  return order === undefined
    ? null
    : {
        order,
        cancelledBecause: row.cancelledBecause,
        payUntil: getPaymentDeadline(context, row),
        deliveredAt: row.deliveredAt,
        paymentHref: row.byPhone ? buildPaymentHref(context, row) : null,
        trackingHref: buildTrackingHref(context, row.orderId),
        creditNote: order.creditNotes?.at(-1)?.number ?? null,
      };
}
