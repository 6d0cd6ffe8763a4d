import { eq } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import { hasProvenMailbox } from "#server/accounts";
import { readAvailableStock } from "#server/inventory";
import { getAddressKey } from "#platform/address-limit.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { computeMac } from "#platform/secret.ts";
import { isScarce, UNPROVEN_HOLD_MINUTES } from "../holds.ts";
import { getPaymentDeadline } from "./describe-orders.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { orderHold, type OrderRow, orders } from "./tables.ts";
import { type Holder, refuseTooLargeHold, refuseTooManyHolds } from "./limit-holds.ts";

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
  const available = await readAvailableStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  const counted = lines.filter(({ productId }) => available.has(productId));
  if (counted.length === 0) return order;
  const { accountId } = order;
  const isProven = await hasProvenMailbox(tx, accountId);
  const key = isProven ? null : getAddressKey("holds", ip, context.config);
  const address = key && computeMac(context, key).toString("base64url");
  const holders: Holder[] = [{ kind: "account", which: eq(orderHold.accountId, accountId) }];
  if (address !== null) holders.push({ kind: "address", which: eq(orderHold.address, address) });
  for (const holder of holders) {
    const refused =
      (await refuseTooManyHolds(context, tx, holder)) ??
      (await refuseTooLargeHold(context, tx, holder, { counted, available }));
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
  return isProven || !scarce ? order : shortenPaymentTime(context, tx, order);
}

async function shortenPaymentTime(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  const payUntil = new Date(order.createdAt.getTime() + UNPROVEN_HOLD_MINUTES * MINUTE);
  if (payUntil >= getPaymentDeadline(context, order)) return order;
  await tx.update(orders).set({ payUntil }).where(eq(orders.id, order.id));
  return { ...order, payUntil };
}
