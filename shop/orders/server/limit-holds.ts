import { and, countDistinct, eq, gt, inArray, min, type SQL, sql, sum } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { refuse } from "#platform/refuse.ts";
import {
  hasLapsedTooOften,
  type HolderKind,
  HOLDS_PER_HOUR,
  LAPSED_REMEMBERED_MS,
  getLargestHold,
} from "../holds.ts";
import { orderHold, orders } from "./tables.ts";

/** The orders that count against one holder. */
export interface Holder {
  kind: HolderKind;
  which: SQL;
}

const unpaidSql = eq(orders.status, "Pending");

const lapsedSql = and(eq(orders.status, "Cancelled"), eq(orders.cancelledBecause, "unpaid"));

export async function refuseTooManyHolds(context: Context, tx: Tx, { kind, which }: Holder) {
  const now = context.now().getTime();
  const [recent] = await tx
    .select({ count: countDistinct(orderHold.orderId), first: min(orderHold.heldAt) })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(and(which, gt(orderHold.heldAt, new Date(now - HOUR)), sql`(${unpaidSql} or ${lapsedSql})`));
  if (!recent?.first || recent.count < HOLDS_PER_HOUR[kind]) return null;
  return refuse("too_many_holds", { retryAfterMs: Math.max(1, recent.first.getTime() + HOUR - now) });
}

/** A line of counted goods, and how many could be had when it came. */
export interface CountedLine {
  productId: string;
  quantity: number;
  available: number;
}

export async function refuseTooLargeHold(
  context: Context,
  tx: Tx,
  { kind, which }: Holder,
  counted: readonly CountedLine[],
) {
  const earlier = await countEarlierHolds(context, tx, which, counted);
  const requested = counted.map(({ productId, quantity, available }) => {
    const { held = 0, lapsed = 0 } = earlier.get(productId) ?? {};
    const most = getLargestHold(kind, { left: available + held, lapsed });
    return { productId, quantity, lapsed, available: Math.max(0, most - held) };
  });
  const refused = requested.filter((one) => one.quantity > one.available);
  if (refused.length === 0) return null;
  const details = refused.map(({ productId, available: rest }) => ({ productId, available: rest }));
  return refused.some(({ lapsed }) => hasLapsedTooOften(kind, lapsed))
    ? refuse("lapsed_too_often", { details })
    : refuse("hold_too_large", { details });
}

/** What a holder keeps unpaid of each of these goods now, and how many of its orders of them lapsed within a day. */
async function countEarlierHolds(context: Context, tx: Tx, which: SQL, counted: readonly CountedLine[]) {
  const rows = await tx
    .select({
      productId: orderHold.productId,
      held: sum(sql`case when ${unpaidSql} then ${orderHold.quantity} else 0 end`).mapWith(Number),
      lapsed: sum(sql`case when ${lapsedSql} then 1 else 0 end`).mapWith(Number),
    })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(
      and(
        which,
        gt(orderHold.heldAt, getHoldsSince(context)),
        inArray(
          orderHold.productId,
          counted.map(({ productId }) => productId),
        ),
      ),
    )
    .groupBy(orderHold.productId);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** From when on lapsed orders count. */
const getHoldsSince = ({ now }: Context): Date => new Date(now().getTime() - LAPSED_REMEMBERED_MS);
