import { isDeepStrictEqual } from "node:util";
import { holdAccount } from "#server/accounts";
import { removeOrderedLines } from "#server/cart";
import { getTaxRates } from "#server/seller";
import { reserveStock } from "#server/inventory";
import { openPayment } from "#server/payments";
import type { Principal } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/refuse.ts";
import type { NewOrder } from "../new-order.ts";
import { orderPlaced } from "../events.ts";
import { changeStatus, publishChange } from "./change-status.ts";
import {
  findByIdempotencyKey,
  createIdempotency,
  isSameRequest,
  type OrderIdempotency,
} from "./idempotency.ts";
import { getPaymentDeadline } from "./describe-orders.ts";
import { holdGoods } from "./hold-goods.ts";
import { insertOrder } from "./insert-order.ts";
import { priceLines } from "./priced-lines.ts";
import { resolveDestination } from "./resolve-destination.ts";
import type { OrderRow } from "./tables.ts";
import { refuseTooManyOrders } from "./limit-orders.ts";

/**
 * Places an order, once for each key: takes the goods, also out of the cart, and opens the payment in one transaction,
 * or does nothing at all (security §5, D3, D60). Every reason not to is one of the endpoint's refusals.
 */
export async function placeNewOrder(
  context: Context,
  { accountId }: Principal,
  payload: NewOrder,
  { key, ip }: { key: string | undefined; ip: string },
) {
  if (payload.userId !== undefined && payload.userId !== accountId) return refuse("not_found");
  const idempotency = createIdempotency(key, payload);
  if (isRefused(idempotency)) return idempotency;
  const earlier = idempotency && (await findByIdempotencyKey(context.db, accountId, idempotency));
  if (earlier) return findReplay(earlier, idempotency);

  const lines = priceLines(context, payload.items);
  if (isRefused(lines)) return lines;
  const rates = getTaxRates(context);
  if (payload.shownTaxRates && !isDeepStrictEqual({ ...payload.shownTaxRates }, { ...rates }))
    return refuse("prices_changed", { details: { taxRates: rates } });
  return rollBackIfRefused(context.transact, async (tx) => {
    const account = await holdAccount(tx, accountId);
    if (!account) return refuse("not_found");
    const destination = await resolveDestination(tx, account, payload);
    if (isRefused(destination)) return destination;
    const { order, isNew } = await insertOrder(context, tx, {
      accountId,
      idempotency,
      payload,
      lines,
      rates,
      destination,
    });
    if (!isNew) return findReplay(order, idempotency);
    const refused = await refuseTooManyOrders(context, tx, accountId);
    if (refused) return refused;
    const shortages = await reserveStock(tx, order.id, lines);
    if (shortages) return refuse("shortage", { details: shortages });
    const held = order.payable > 0 ? await holdGoods(context, tx, order, { lines, ip }) : order;
    if (isRefused(held)) return held;
    await removeOrderedLines(tx, accountId, lines);
    await context.outbox.publish(tx, orderPlaced, { orderId: order.orderId, accountId });
    await askForMoney(context, tx, held);
    return { order: held, replayed: false };
  });
}

/**
 * What a key that was used before leads to: its order, as long as that stands. One that was cancelled or lapsed is no
 * success, and neither is one with other contents; both refusals name the order (D102).
 */
function findReplay(order: OrderRow, idempotency: OrderIdempotency | null) {
  const details = { orderId: order.orderId };
  if (order.status === "Cancelled") return refuse("order_cancelled", { details });
  return isSameRequest(order, idempotency) ? { order, replayed: true } : refuse("key_reused", { details });
}

/** A ₹0 order is paid by nature (D5). */
async function askForMoney(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  if (order.payable === 0) {
    await changeStatus(context, tx, order, "Processing");
    return;
  }
  const expiresAt = getPaymentDeadline(context, order);
  const { orderId, accountId, payable } = order;
  await openPayment(context, tx, { orderId, accountId, amountPaise: payable, expiresAt });
  await publishChange(context, tx, order);
}
