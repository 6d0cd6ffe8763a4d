import { findSettlement, isFullPayment, settleCashOrder } from "./settle-order.ts";
import { describeSettlementRefusal } from "#shop/orders/describe-for-owner.ts";
import { formatDate } from "#contract/dates.ts";
import { formatCount, joinFirst, joinTexts } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { listUnsettled } from "#shop/payments/server/index.ts";
import type { OrderRow } from "#shop/orders/server/index.ts";
import { formatRupeesGrouped, fromRupees, type Paise } from "#contract/money.ts";
import type { ListContent } from "./tables.ts";
import {
  listOrderIds,
  type PlannedRow,
  readOrderList,
  type RowOrder,
  readOrders,
  findOrders,
  type OrderList,
  processRows,
  describeListResult,
} from "./order-lists.ts";

/**
 * Records the cash that a courier handed over. Skips orders for which the same payment is already recorded.
 * `transferPaise` is the amount in the owner's bank, to compare with the list.
 */
export async function settleList(
  context: Context,
  { reference, transferPaise, ...list }: OrderList & { reference: string; transferPaise: Paise | null },
) {
  const { toSettle, unchanged, errors, left, listedPaise } = await readSettlements(context, list, reference);
  const missing = await findMissingCash(context, [...toSettle, ...unchanged, ...errors]);
  const facts = [
    transferPaise === null ? "" : compareTransfer(transferPaise, listedPaise),
    missing.length > 0 &&
      `${formatCount(missing.length, "delivered order")} with ${formatRupeesGrouped(sumUp(missing))} in cash ${missing.length === 1 ? "is" : "are"} not in this list: ${joinFirst(listOrderIds(missing))}.`,
  ];
  const plan = {
    changes: toSettle,
    unchanged,
    errors,
    left: [...left, ...missing],
    columns: ["Collected", "In the list"],
  };
  const settledIds = await processRows(list, plan, {
    undone: "No payment was recorded",
    others: "skip the faulty rows and record the other orders as paid",
    action: `Record ${formatRupeesGrouped(sumUp(toSettle))}`,
    ask: () =>
      joinTexts(
        "\n",
        `Record that the courier has paid you ${formatRupeesGrouped(sumUp(toSettle))} for ${formatCount(toSettle.length, "order")}, with the reference ${reference}?`,
        ...facts,
      ),
    run: ({ orderId, amountPaise }) => settleCashOrder(context, orderId, { amountPaise, reference }),
  });
  const sum = sumUp(toSettle.filter(({ orderId }) => settledIds.includes(orderId)));
  return describeListResult(
    [
      `${formatCount(settledIds.length, "order")} recorded as paid, ${formatRupeesGrouped(sum)} in total.${transferPaise === null ? " Compare this sum with your bank statement." : ""}`,
      unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already recorded.` : "",
      left.length > 0 ? `${formatCount(left.length, "row")} skipped, because the order was paid online.` : "",
      ...facts,
    ],
    { heading: "Not recorded because", errors },
    { settled: settledIds, unchanged: listOrderIds(unchanged), missing: listOrderIds(missing) },
  );
}

function compareTransfer(transferPaise: Paise, listedPaise: Paise): string {
  const difference = transferPaise - listedPaise;
  const sums = `The transfer of ${formatRupeesGrouped(transferPaise)}`;
  if (difference === 0) return `${sums} is the sum of the list.`;
  return `${sums} is ${formatRupeesGrouped(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than the list (${formatRupeesGrouped(listedPaise)}). Ask the courier why, for example about its fees.`;
}

type SettledRow = PlannedRow & { amountPaise: Paise };

const sumUp = (rows: readonly SettledRow[]): Paise =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Returns the orders not in the list whose cash the list's couriers have collected and not handed over. */
async function findMissingCash(
  context: Context,
  listed: readonly Omit<PlannedRow, "effect">[],
): Promise<SettledRow[]> {
  const listCouriers = ({ parcels }: RowOrder) => parcels.flatMap(({ tracking }) => tracking?.courier ?? []);
  const couriers = new Set(listed.flatMap(({ order }) => (order ? listCouriers(order) : [])));
  const unsettled = await listUnsettled(context);
  const orderIds = unsettled.map(({ orderId }) => orderId);
  const orders = await readOrders(context.db, orderIds);
  return orders
    .filter((order) => !listOrderIds(listed).includes(order.orderId))
    .filter((order) => listCouriers(order).some((courier) => couriers.has(courier)))
    .map((order) => ({
      row: 0,
      orderId: order.orderId,
      order,
      values: [formatRupeesGrouped(order.payable), ""],
      effect: `Not in the list${order.deliveredAt === null ? "" : `, delivered on ${formatDate(order.deliveredAt)}`}`,
      amountPaise: order.payable,
    }));
}

async function readSettlements(context: Context, list: OrderList, reference: string) {
  const { rows, errors } = await readOrderList(context, list, "settle");
  const toSettle: SettledRow[] = [];
  const unchanged: SettledRow[] = [];
  const left: PlannedRow[] = [];
  const seenOrderIds = new Set<string>();
  const listedPaise = rows.reduce((sum, { read }) => sum + (fromRupees(readAmount(read)) ?? 0), 0);
  for (const { row, orderId, order, read, quote } of await findOrders(context.db, rows, errors, {
    areSent: true,
  })) {
    const cell = readAmount(read);
    const amountPaise = fromRupees(cell);
    const collected = order.cash ? formatRupeesGrouped(order.payable) : "";
    const listed = amountPaise === null ? cell : formatRupeesGrouped(amountPaise);
    const planned = { row, orderId, order, values: [collected, listed] };
    if (!order.cash && (amountPaise === 0 || cell === "")) {
      left.push({ ...planned, effect: "Paid online, so there is nothing to record" });
      continue;
    }
    const previous = await findSettlement(context.db, orderId);
    const problem = seenOrderIds.has(orderId)
      ? `${orderId} is in the list twice`
      : findSettlementError(order, amountPaise, quote("amount"));
    seenOrderIds.add(orderId);
    if (problem !== null || amountPaise === null) errors.push({ ...planned, why: problem ?? "" });
    else if (previous === null) toSettle.push({ ...planned, amountPaise, effect: "Recorded as paid" });
    else if (previous.reference === reference && previous.amountPaise === amountPaise)
      unchanged.push({ ...planned, amountPaise, effect: "Already recorded" });
    else
      errors.push({
        ...planned,
        why: `a payment of ${formatRupeesGrouped(previous.amountPaise)} for ${orderId} is already recorded, with the reference ${previous.reference}`,
      });
  }
  return { toSettle, unchanged, errors, left, listedPaise };
}

/** Removes the sign after an amount in rupees, as in `2023/-`. */
const readAmount = (read: (column: ListContent) => string): string => read("amount").replace(/\s*\/-$/, "");

function findSettlementError(order: OrderRow, amountPaise: Paise | null, quoted: string): string | null {
  const refusal = describeSettlementRefusal(order);
  if (refusal !== null) return refusal;
  if (amountPaise === null) return `the amount ${quoted} is not a sum in rupees, for example 1299.00`;
  return isFullPayment(amountPaise, order)
    ? null
    : `${formatRupeesGrouped(order.payable)} of ${order.orderId} was collected, but the list has ${formatRupeesGrouped(amountPaise)}. Ask the courier. If the amount is right, record this order separately with its amount`;
}
