import { and, countDistinct, eq, gt, inArray, min, type SQL, sql, sum } from "drizzle-orm";
import { hasProvenMailbox } from "#server/accounts";
import { availableStock } from "#server/inventory";
import { HOUR, MINUTE } from "#contract/time.ts";
import { addressKey } from "#platform/address-limit.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { refuse } from "#platform/refuse.ts";
import { sealed } from "#platform/secret.ts";
import {
  hasLapsedTooOften,
  type HolderKind,
  HOLDS_PER_HOUR,
  isScarce,
  LAPSED_REMEMBERED_MS,
  largestHold,
  UNPROVEN_HOLD_MINUTES,
} from "../holds.ts";
import { payableUntil } from "./find-orders.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { orderHold, type OrderRow, orders } from "./tables.ts";

/** The orders that count against one holder. */
interface Holder {
  kind: HolderKind;
  which: SQL;
}

/**
 * Notes the counted goods that an unpaid order has just reserved, and gives an unproven mailbox less time to pay for
 * them. Refuses more than one account or address may keep from the others (T35); then the caller must roll back.
 * The reservation comes first: it holds the goods' rows, so orders of the same goods pass here one by one.
 */
export async function holdGoods(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { lines, ip }: { lines: readonly OrderedLine[]; ip: string },
) {
  const available = await availableStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  const counted = lines.filter(({ productId }) => available.has(productId));
  if (counted.length === 0) return order;
  const { accountId } = order;
  const isProven = await hasProvenMailbox(tx, accountId);
  const key = isProven ? null : addressKey("holds", ip, context.config);
  const address = key && sealed(context.config, key).toString("base64url");
  const holders: Holder[] = [{ kind: "account", which: eq(orderHold.accountId, accountId) }];
  if (address !== null) holders.push({ kind: "address", which: eq(orderHold.address, address) });
  for (const holder of holders) {
    const refused =
      (await tooManyHolds(context, tx, holder)) ??
      (await tooLargeHold(context, tx, holder, { counted, available }));
    if (refused) return refused;
  }
  const heldAt = context.now();
  await tx.insert(orderHold).values(
    counted.map(({ productId, quantity }) => ({
      orderId: order.id,
      productId,
      quantity,
      accountId,
      address,
      heldAt,
    })),
  );
  const scarce = counted.some(({ productId, quantity }) =>
    isScarce(quantity, (available.get(productId) ?? 0) + quantity),
  );
  return isProven || !scarce ? order : payableSooner(context, tx, order);
}

async function payableSooner(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  const payUntil = new Date(order.createdAt.getTime() + UNPROVEN_HOLD_MINUTES * MINUTE);
  if (payUntil >= payableUntil(context, order)) return order;
  await tx.update(orders).set({ payUntil }).where(eq(orders.id, order.id));
  return { ...order, payUntil };
}

const isUnpaid = eq(orders.status, "Pending");
const hasLapsed = and(eq(orders.status, "Cancelled"), eq(orders.cancelledBecause, "unpaid"));

async function tooManyHolds(context: Context, tx: Tx, { kind, which }: Holder) {
  const now = context.now().getTime();
  const [recent] = await tx
    .select({ count: countDistinct(orderHold.orderId), first: min(orderHold.heldAt) })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(and(which, gt(orderHold.heldAt, new Date(now - HOUR)), sql`(${isUnpaid} or ${hasLapsed})`));
  if (!recent?.first || recent.count < HOLDS_PER_HOUR[kind]) return null;
  return refuse("too_many_holds", { retryAfterMs: Math.max(1, recent.first.getTime() + HOUR - now) });
}

async function tooLargeHold(
  context: Context,
  tx: Tx,
  { kind, which }: Holder,
  { counted, available }: { counted: readonly OrderedLine[]; available: ReadonlyMap<string, number> },
) {
  const earlier = await earlierHolds(context, tx, which, counted);
  const asked = counted.map(({ productId, quantity }) => {
    const { held = 0, lapsed = 0 } = earlier.get(productId) ?? {};
    const left = (available.get(productId) ?? 0) + quantity + held;
    const most = largestHold(kind, { left, lapsed });
    return { productId, quantity, lapsed, available: Math.max(0, most - held) };
  });
  const refused = asked.filter((one) => one.quantity > one.available);
  if (refused.length === 0) return null;
  const details = refused.map(({ productId, available: rest }) => ({ productId, available: rest }));
  return refused.some(({ lapsed }) => hasLapsedTooOften(kind, lapsed))
    ? refuse("lapsed_too_often", { details })
    : refuse("hold_too_large", { details });
}

/** What a holder keeps unpaid of each of these goods now, and how many of its orders of them lapsed within a day. */
async function earlierHolds(context: Context, tx: Tx, which: SQL, counted: readonly OrderedLine[]) {
  const rows = await tx
    .select({
      productId: orderHold.productId,
      held: sum(sql`case when ${isUnpaid} then ${orderHold.quantity} else 0 end`).mapWith(Number),
      lapsed: sum(sql`case when ${hasLapsed} then 1 else 0 end`).mapWith(Number),
    })
    .from(orderHold)
    .innerJoin(orders, eq(orders.id, orderHold.orderId))
    .where(
      and(
        which,
        gt(orderHold.heldAt, rememberedSince(context)),
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
export const rememberedSince = ({ now }: Context): Date => new Date(now().getTime() - LAPSED_REMEMBERED_MS);
