import { holdAccount } from "#shop/accounts/server/index.ts";
import { findAddress } from "#shop/addresses/server/index.ts";
import { removeOrderedLines } from "#shop/cart/server/index.ts";
import { findShortages, holdStock, readStates, writeReservation } from "#shop/inventory/server/index.ts";
import { openPayment } from "#shop/payments/server/index.ts";
import type { Principal } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { sendTogether, type Tx } from "#platform/database/database.ts";
import { isRefused, refuse, rollBackIf } from "#platform/http/refuse.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { NewOrder } from "../new-order.ts";
import { orderPlaced } from "#shop/orders/events.ts";
import {
  changeStatus,
  getPaymentDeadline,
  type OrderRow,
  publishChange,
  withFreeOrderId,
} from "#shop/orders/server/index.ts";
import { insertHolds, planHolds } from "./hold-goods.ts";
import { createIdempotency, findReplay, type OrderIdempotency } from "./idempotency.ts";
import { createOrder, insertOrder } from "./insert-order.ts";
import { countOrder, refuseTooManyOrders, selectEarlierOrders } from "./limit-orders.ts";
import { priceOrder } from "./price-order.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { resolveDestination } from "./resolve-destination.ts";

interface Placing {
  accountId: string;
  payload: NewOrder;
  idempotency: OrderIdempotency | null;
  lines: readonly OrderedLine[];
  rates: TaxRates;
  ip: string;
}

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
  const priced = await priceOrder(context, payload);
  // An order that was placed stands, though its goods or their prices are others by now.
  if (isRefused(priced)) return (await findReplay(context.db, accountId, idempotency)) ?? priced;
  const placing = { accountId, payload, idempotency, ...priced, ip };
  return withFreeOrderId(() =>
    rollBackIf(
      context.transact,
      (tx) => placeInTransaction(context, tx, placing),
      (outcome) => isRefused(outcome) || outcome.replayed,
    ),
  );
}

async function placeInTransaction(context: Context, tx: Tx, placing: Placing) {
  const { accountId, payload, idempotency, lines } = placing;
  const [counted, account, earlier, saved, found] = await sendTogether([
    countOrder(context, tx, accountId),
    holdAccount(tx, accountId),
    selectEarlierOrders(tx, accountId, idempotency?.idempotencyKey ?? null),
    payload.selectedAddressId ? findAddress(tx, accountId, payload.selectedAddressId) : null,
    readStates(tx, lines),
  ]);
  if (!account) return refuse("not_found");
  const { twin = null, unpaid = 0 } = earlier[0] ?? {};
  const replay = twin && (await findReplay(tx, accountId, idempotency));
  if (replay) return replay;
  const destination = resolveDestination(account, saved, payload);
  if (isRefused(destination)) return destination;
  const draft = createOrder(context.now(), { ...placing, destination });
  const isFree = draft.payable === 0;
  const refused = refuseTooManyOrders(counted, unpaid, { isFree });
  if (refused) return refused;
  const states = await holdStock(tx, found, { isSold: isFree });
  const shortages = findShortages(states, lines);
  if (shortages.length > 0) return refuse("shortage", { details: shortages });
  const plan = isFree
    ? { holds: [], payUntil: null }
    : await planHolds(context, tx, draft, { account, lines, states, ip: placing.ip });
  if (isRefused(plan)) return plan;
  const order = { ...draft, payUntil: plan.payUntil };
  await sendTogether([
    insertOrder(tx, order, lines),
    plan.holds.length > 0 && insertHolds(tx, plan.holds),
    writeReservation(tx, { orderId: order.id, turn: 1, lines, states }),
    removeOrderedLines(tx, accountId, lines),
    context.outbox.publish(tx, orderPlaced, { orderId: order.orderId, accountId }),
    isFree ? null : askForMoney(context, tx, order),
  ]);
  if (isFree) await changeStatus(context, tx, order, "Processing"); // paid by nature (D5)
  return { order, lines, account, isFree, replayed: false as const };
}

async function askForMoney(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  const { orderId, accountId, payable } = order;
  const expiresAt = getPaymentDeadline(context, order);
  await sendTogether([
    openPayment(context, tx, { orderId, accountId, amountPaise: payable, expiresAt }),
    publishChange(context, tx, order),
  ]);
}
