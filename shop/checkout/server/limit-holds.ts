import { and, countDistinct, eq, gt, inArray, min, type SQL, sql, sum } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import {
  hasLapsedTooOften,
  type HolderKind,
  LAPSED_REMEMBERED_MS,
  getHoldsPerHour,
  getLargestHold,
} from "../holds.ts";
import { orderHold, orders } from "#shop/orders/server/index.ts";

/** The orders that count against one holder. */
export interface Holder {
  kind: HolderKind;
  which: SQL;
}

const unpaidSql = eq(orders.status, "Pending");

const lapsedSql = and(eq(orders.status, "Cancelled"), eq(orders.cancelledBecause, "unpaid"));

export async function refuseTooManyHolds(context: Context, tx: Tx, { kind, which }: Holder) {
  const now = context.now().getTime();
  const most = getHoldsPerHour(kind);
  if (most === Infinity) return null;
  const [recent] = await tx
    .select({ count: countDistinct(orderHold.orderId), first: min(orderHold.heldAt) })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(and(which, gt(orderHold.heldAt, new Date(now - HOUR)), sql`(${unpaidSql} or ${lapsedSql})`));
  if (!recent?.first || recent.count < most) return null;
  return refuse("too_many_holds", { retryAfterMs: Math.max(1, recent.first.getTime() + HOUR - now) });
}

/** A line of counted goods, and how many could be had when it came. */
export interface CountedLine {
  productId: string;
  quantity: number;
  available: number;
}

/** A line with how many a holder may still have of it, and how many of the holder's orders of it have lapsed. */
export interface LimitedLine extends CountedLine {
  kind: HolderKind;
  most: number;
  lapsed: number;
}

export async function limitLines(
  context: Context,
  tx: Tx,
  { kind, which }: Holder,
  counted: readonly CountedLine[],
): Promise<LimitedLine[]> {
  const earlier = await countEarlierHolds(context, tx, which, counted);
  return counted.map((line) => {
    const { held = 0, lapsed = 0 } = earlier.get(line.productId) ?? {};
    const most = getLargestHold(kind, { left: line.available + held, lapsed });
    return { ...line, kind, lapsed, most: Math.max(0, most - held) };
  });
}

/** Null when no line wants more than its holder may have. */
export function refuseTooLargeHold(lines: readonly LimitedLine[]) {
  const refused = lines.filter(({ quantity, most }) => quantity > most);
  const [first] = refused;
  if (!first) return null;
  const details = refused.map(({ productId, most }) => ({ productId, available: most }));
  if (first.kind === "unproven") return refuse("unproven_hold", { details });
  return refused.some(({ kind, lapsed }) => hasLapsedTooOften(kind, lapsed))
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
