import { isSameParcel } from "#shop/orders/parcels.ts";
import { findSettlement, isFullPayment, settleCashOrder } from "./settle-order.ts";
import { describeSettlementRefusal } from "#shop/orders/describe-for-owner.ts";
import { describeDeliveryRefusal, describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { formatDate } from "#contract/dates.ts";
import { formatName } from "#contract/person-name.ts";
import { formatCount, joinFirst, joinTexts } from "#contract/text.ts";
import {
  type CommandResult,
  type ReportProgress,
  CommandRefused,
  refuseField,
  requireConfirmation,
  type Confirmed,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { dispatchParcel } from "./dispatch-order.ts";
import type { Db } from "#platform/database/database.ts";
import { listUnsettled } from "#shop/payments/server/index.ts";
import {
  deliverOrder,
  listOrders,
  listGoods,
  type OrderRow,
  type OrderGoods,
} from "#shop/orders/server/index.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { formatRupeesGrouped, fromRupees, type Paise } from "#contract/money.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import path from "node:path";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/csv.ts";
import { isHttps } from "#shop/seller/server/index.ts";
import { MAX_TRACKING_TEXT_LENGTH } from "../known-couriers.ts";
import { type listColumns, listContents, type ListPurpose } from "../command-results.ts";
import {
  findHeadingRow,
  findOrderNumber,
  hasColumn,
  isOrderCode,
  type ListReading,
  type ParcelOutcome,
  parseParcelStatus,
  readListColumns,
  readOrderId,
  recogniseColumns,
  shortenCell,
} from "./list-columns.ts";
import { type ListContent, NO_COLUMN } from "./tables.ts";

export async function dispatchList(
  context: Context,
  list: OrderList,
  report?: ReportProgress,
): Promise<CommandResult> {
  const { parcels, unchanged, errors, left } = await readCourierList(context, list);
  const plan = { changes: parcels, unchanged, errors, left, columns: ["Parcel"] };
  const sent = await processRows(list, plan, {
    undone: "No parcel was marked as dispatched",
    others: "skip the faulty rows and dispatch the other parcels",
    ask: () =>
      addNotMailed(
        context,
        `Mark ${formatCount(parcels.length, "parcel")} as dispatched? Each customer gets an e-mail and can no longer cancel.`,
        listOrderIds(parcels),
      ),
    run: ({ orderId, tracking }) => dispatchParcel(context, orderId, tracking),
    report: (done, of) => report?.("Sending parcels", done, of),
  });
  return describeListResult(
    [
      sent.length === 0 && unchanged.length > 0
        ? "No parcel was newly marked as dispatched."
        : await addNotMailed(
            context,
            `${formatCount(sent.length, "parcel")} marked as dispatched. Each customer gets an e-mail.`,
            sent,
          ),
      unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} already on their way.` : "",
      left.length > 0
        ? `${formatCount(left.length, "row")} skipped, because the tracking number is missing or the order is cancelled.`
        : "",
    ],
    "Not dispatched because",
    errors,
    { sent, unchanged: listOrderIds(unchanged) },
  );
}

const listOrderIds = (rows: readonly ListRow[]): string[] => rows.map(({ orderId }) => orderId);

const describeMailed = (change: string, { contact }: OrderRow): string =>
  contact.email === ""
    ? `${change}. No e-mail address: tell the customer yourself`
    : `${change}, e-mail to the customer`;

/** Adds to the message which orders have no e-mail address, so that the owner informs these customers. */
async function addNotMailed(
  context: Context,
  sentence: string,
  orderIds: readonly string[],
): Promise<string> {
  const rows = await listOrders(context.db, { orderIds });
  const names = rows.filter(({ contact }) => contact.email === "").map(({ orderId }) => orderId);
  const notMailed = `These customers have no e-mail address, so tell them yourself: ${names.toSorted().join(", ")}.`;
  return names.length === 0
    ? sentence
    : `${sentence.replace(/(each) (customer)/i, "$1 other $2")} ${notMailed}`;
}

export async function deliverList(
  context: Context,
  list: OrderList,
  report?: ReportProgress,
): Promise<CommandResult> {
  const { toDeliver, unchanged, errors, notArrived, underWay, columns } = await readDeliveries(context, list);
  const left = [...notArrived.map(toSkipped), ...underWay.values()];
  const plan = { changes: toDeliver, unchanged, errors, left, columns };
  const delivered = await processRows(list, plan, {
    undone: "No order was marked as delivered",
    others: "skip the faulty rows and mark the other orders as delivered",
    ask: () =>
      addNotMailed(
        context,
        `Mark ${formatCount(toDeliver.length, "order")} as delivered? This cannot be undone. Each customer gets an e-mail.`,
        listOrderIds(toDeliver),
      ),
    run: ({ orderId, position }) => deliverOrder(context, orderId, position),
    report: (done, of) => report?.("Recording deliveries", done, of),
  });
  return describeListResult(
    [
      await addNotMailed(
        context,
        `${formatCount(delivered.length, "order")} marked as delivered. Each customer gets an e-mail.`,
        delivered,
      ),
      unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already delivered.` : "",
      underWay.size > 0 ? `${formatCount(underWay.size, "order")} not delivered yet.` : "",
    ],
    "Not marked because",
    [...errors, ...notArrived],
    { delivered, unchanged: listOrderIds(unchanged), underWay: [...underWay.keys()] },
  );
}

/** Groups the rows by outcome. A parcel listed twice counts once. Without a status column, all count as delivered. */
async function readDeliveries(context: Context, list: OrderList) {
  const { rows, errors, has } = await readOrderList(context, list, "deliver");
  const toDeliver: (PlannedRow & { position: number | null })[] = [];
  const unchanged: PlannedRow[] = [];
  /** Parcels that will not arrive. The owner must act, but the other rows are processed. */
  const notArrived: RowError[] = [];
  const underWay = new Map<string, PlannedRow>();
  const seenParcels = new Set<string>();
  for (const { row, orderId, order, read } of await findOrders(context.db, rows, errors, { areSent: true })) {
    const planned = { row, orderId, order, values: has("status") ? [read("status")] : [] };
    const parcel = findRowParcel(order, read("number"));
    const isDelivered = (parcel ?? order).status === "Delivered";
    const outcome = has("status") ? parseParcelStatus(read("status")) : "delivered";
    if (outcome !== "delivered") {
      const problem = isDelivered ? null : remedies[outcome]?.(order, read("status"));
      if (problem) notArrived.push({ ...planned, why: problem });
      else if (!isDelivered) underWay.set(orderId, { ...planned, effect: "Not delivered yet" });
      continue;
    }
    const position = parcel?.position ?? null;
    const key = `${orderId} ${position}`;
    const problem = findDeliveryError(order, parcel);
    if (problem !== null) errors.push({ ...planned, why: problem });
    else if (!seenParcels.has(key) && isDelivered)
      unchanged.push({ ...planned, effect: "Already delivered" });
    else if (!seenParcels.has(key))
      toDeliver.push({ ...planned, position, effect: describeMailed("Delivered", order) });
    seenParcels.add(key);
  }
  return {
    toDeliver,
    unchanged,
    errors,
    notArrived,
    underWay,
    columns: has("status") ? ["Courier’s status"] : [],
  };
}

const remedies: Partial<Record<ParcelOutcome, (order: OrderRow, status: string) => string>> = {
  back: (order, status) =>
    awaitsCash(order)
      ? `"${status}": the parcel is back. Mark the order as refused at the door`
      : `"${status}": the parcel is back. Open the order and refund it or send it again`,
  "coming-back": (order, status) =>
    `"${status}": the parcel is coming back${awaitsCash(order) ? ". When it is here, mark the order as refused at the door" : ""}`,
  lost: (order, status) =>
    `"${status}": ask the courier. If the parcel is lost, mark it as lost${awaitsCash(order) ? "" : " to refund it or send it again"}`,
};

/**
 * Chooses a parcel of an order that has several: the one with this tracking number, or else the only one in transit.
 * Null if the order has only one parcel, or if there is no such parcel.
 */
function findRowParcel({ parcels }: RowOrder, number: string): ParcelRow | null {
  if (parcels.length < 2) return null;
  const [single, second] = parcels.filter(({ status }) => status === "Sent");
  return parcels.find(({ tracking }) => tracking?.number === number) ?? (second ? null : (single ?? null));
}

function findDeliveryError(order: RowOrder, parcel: ParcelRow | null): string | null {
  if (order.status === "Delivered" || parcel?.status === "Delivered") return null;
  const onTheWay = order.parcels.filter(({ status }) => status === "Sent");
  if (parcel === null && onTheWay.length > 1)
    return `${order.orderId} has several parcels on their way: the list needs a column with the tracking number, ${onTheWay.map(({ tracking }) => tracking?.number).join(" or ")}`;
  return describeDeliveryRefusal(order);
}

/**
 * Records the cash that a courier handed over. Skips orders for which the same payment is already recorded.
 * `transferPaise` is the amount in the owner's bank, to compare with the list.
 */
export async function settleList(
  context: Context,
  { reference, transferPaise, ...list }: OrderList & { reference: string; transferPaise: Paise | null },
): Promise<CommandResult> {
  const { toSettle, unchanged, errors, left, listedPaise } = await readSettlements(context, list, reference);
  const missing = await findMissingCash(context, [...toSettle, ...unchanged, ...errors]);
  const facts = [
    transferPaise === null ? "" : compareTransfer(transferPaise, listedPaise),
    missing.length > 0
      ? `${formatCount(missing.length, "delivered order")} with ${formatRupeesGrouped(sumUp(missing))} in cash ${missing.length === 1 ? "is" : "are"} not in this list: ${joinFirst(listOrderIds(missing))}.`
      : "",
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
    "Not recorded because",
    errors,
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

/** Returns the other delivered cash orders that the couriers in the list have not paid for yet. */
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
  for (const { row, orderId, order, read } of await findOrders(context.db, rows, errors, { areSent: true })) {
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
      : findSettlementError(order, amountPaise, cell);
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

function findSettlementError(order: OrderRow, amountPaise: Paise | null, cell: string): string | null {
  const refusal = describeSettlementRefusal(order);
  if (refusal !== null) return refusal;
  if (amountPaise === null) return `the amount "${cell}" is not a sum in rupees, for example 1299.00`;
  return isFullPayment(amountPaise, order)
    ? null
    : `${formatRupeesGrouped(order.payable)} of ${order.orderId} was collected, but the list has ${formatRupeesGrouped(amountPaise)}. Ask the courier. If the amount is right, record this order on its own with its amount`;
}

type Parcel = PlannedRow & { tracking: Tracking };

async function readCourierList(context: Context, list: OrderList) {
  const { rows, errors, has, courier } = await readOrderList(context, list, "dispatch");
  const isSent = ({ read }: (typeof rows)[number]) =>
    !has("status") || (read("number") !== "" && parseParcelStatus(read("status")) !== "cancelled");
  const unsent = rows.filter((each) => !isSent(each));
  const parcels: Parcel[] = [];
  const unchanged: PlannedRow[] = [];
  const unknown: RowError[] = [];
  const unsentOrders = await findOrders(context.db, unsent, unknown);
  const left = [
    ...unsentOrders.map(({ row, orderId, order, read }) => ({
      row,
      orderId,
      order,
      values: [read("number")],
      effect: read("number") === "" ? "No tracking number yet" : "Cancelled at the courier",
    })),
    ...unknown.map(toSkipped),
  ];
  const firstOfOrder = new Map<string, Parcel>();
  const listed = (await findOrders(context.db, rows.filter(isSent), errors)).map(
    ({ row, orderId, order, read }) => {
      const link = read("link");
      const tracking = {
        courier: read("courier") || (courier ?? ""),
        number: read("number"),
        ...(link && { link }),
      };
      const values = [describeNumbers(order, tracking)];
      return { row, orderId, order, tracking, values, effect: describeMailed("Dispatched", order) };
    },
  );
  const rowsByNumber = Map.groupBy(listed, ({ tracking }) => tracking.number);
  for (const parcel of listed) {
    const { orderId, order, tracking } = parcel;
    const previous = firstOfOrder.get(orderId);
    const sameNumber = rowsByNumber.get(tracking.number)?.find((other) => other.orderId !== orderId);
    const problem = findRowError(parcel, order, { previous, sameNumber });
    firstOfOrder.set(orderId, previous ?? parcel);
    if (problem !== null) errors.push({ ...parcel, why: problem });
    else if (previous) continue;
    else if (isSentAlready(order, tracking)) unchanged.push({ ...parcel, effect: "Already on its way" });
    else parcels.push(parcel);
  }
  return { parcels, unchanged, errors, left };
}

/** Returns `Delhivery 5511`, or `Blue Dart 77 → Delhivery 5511` if the order was already sent with another number. */
function describeNumbers({ parcels, partlySent }: RowOrder, { courier, number }: Tracking): string {
  const now = joinTexts(" ", courier, number);
  if (partlySent || hasReplacement(parcels)) return now;
  const sent = parcels.flatMap(({ status, tracking }) =>
    status === "Sent" && tracking ? [`${tracking.courier} ${tracking.number}`] : [],
  );
  return sent.length === 0 || sent.includes(now) ? now : `${sent.join(", ")} → ${now}`;
}

interface ListRow {
  row: number;
  orderId: string;
}

interface PlannedRow extends ListRow {
  order?: RowOrder;
  /** The cells between the columns "Customer" and "What happens". */
  values?: readonly string[];
  effect: string;
}

type RowError = Omit<PlannedRow, "effect"> & { why: string };

const toSkipped = (error: RowError): PlannedRow => ({
  ...error,
  effect: `Skipped${error.row > 0 ? `, row ${error.row}` : ""}: ${error.why}`,
});

/** Parses a CSV file without its empty rows. `read` returns an empty string if the list has no such column. */
async function readOrderList(
  context: Context,
  { file, columns: givenColumns, courier }: OrderList,
  purpose: ListPurpose,
) {
  const { headings, body, examples, errors: fileErrors } = await readList(file);
  const errors: RowError[] = fileErrors.map((why) => ({ row: 0, orderId: "", why }));
  if (errors.length > 0) return { rows: [], errors, has: () => false, courier: null };
  const value = { file, headings, examples, typedColumns: givenColumns, courier };
  const listReading = await readListColumns(context, value, (reading) => listNeeded(purpose, reading));
  const rows = body.map(({ row, cells }) => {
    const readColumn = (column: ListContent) => readCell(cells[listReading.columns[column] ?? NO_COLUMN]);
    return { row, orderId: readOrderId(readColumn("order")), read: readColumn };
  });
  return {
    rows,
    errors,
    has: (column: ListContent) => hasColumn(listReading, column),
    courier: listReading.courier,
  };
}

/** Removes what spreadsheets add to a cell, as in `'123`, `="123"` and `123.0`. */
const readCell = (cell = ""): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .replace(/^(\d+)\.0+$/, "$1")
    .trim();

const EXAMPLE_ROWS = 20;

async function readList(file: string) {
  const errors: FileError[] = [];
  const rows: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of: "parcels" }, errors, (cells) => rows.push(cells));
  const headingRow = findHeadingRow(rows);
  const { [headingRow]: headings = [] } = rows;
  const body = rows
    .map((cells, index) => ({ row: index + 1, cells }))
    .slice(headingRow + 1)
    .filter(({ cells }) => !isNote(cells));
  if (errors.length === 0 && body.length === 0)
    errors.push({ file: path.basename(file), where: "", field: "", message: "contains no parcels." });
  const examples = body.slice(0, EXAMPLE_ROWS).map(({ cells }) => cells);
  return { headings, body, examples, errors: errors.map(formatFileError) };
}

/**
 * True for an empty row, for a row with totals, and for a sentence in the only cell, as at the end of many lists. A row
 * with an order number is none of these, even if its first cell is a customer called Total.
 */
function isNote(cells: readonly string[]): boolean {
  const [first = "", second] = cells.map((cell) => cell.trim()).filter(Boolean);
  if (cells.some((cell) => findOrderNumber(cell) !== null)) return false;
  return (
    first === "" ||
    /^(grand |sub[ -]?)?total\b/i.test(first) ||
    (second === undefined && /\S\s+\S+\s+\S/.test(first))
  );
}

/** The contents that the shop reads from a list, by the list's purpose. True if the purpose requires the content. */
const CONTENTS: Readonly<Record<ListPurpose, Partial<Record<ListContent, boolean>>>> = {
  dispatch: { order: true, number: true, courier: true, link: false, status: false },
  deliver: { order: true, status: false, number: false },
  settle: { order: true, number: false, amount: true },
};

/** Lists the contents that a list must have. A parcel that was sent is also found by its tracking number alone. */
const listNeeded = (purpose: ListPurpose, reading: ListReading): ListContent[] =>
  listContents.filter(
    (name) =>
      CONTENTS[purpose][name] &&
      !(name === "order" && purpose !== "dispatch" && hasColumn(reading, "number")),
  );

const EXAMPLES_SHOWN = 2;

/** @throws UsageError if the file cannot be read as a list */
export async function describeColumns(
  context: Context,
  file: string,
  purpose: ListPurpose,
): Promise<ReturnedData<typeof listColumns>> {
  const { headings, examples, errors } = await readList(file);
  if (errors.length > 0) throw refuseField("list", errors.join("\n"));
  const listReading = await recogniseColumns(context, { headings, examples });
  const needed = listNeeded(purpose, listReading);
  return {
    columns: headings.map((heading, at) => ({
      heading: shortenCell(heading),
      examples: examples
        .map((cells) => shortenCell(readCell(cells[at])))
        .filter(Boolean)
        .slice(0, EXAMPLES_SHOWN),
    })),
    contents: Object.keys(CONTENTS[purpose]).map((name) => {
      const content = name as ListContent;
      const place = listReading.columns[content] ?? NO_COLUMN;
      return {
        name: content,
        needed: needed.includes(content),
        column: place === NO_COLUMN ? null : place + 1,
      };
    }),
    courier: listReading.courier,
  };
}

type ParcelRow = OrderGoods["parcels"][number];

interface RowOrder extends OrderRow {
  parcels: readonly ParcelRow[];
}

async function readOrders(db: Db, orderIds: readonly string[]): Promise<RowOrder[]> {
  const packed = await listGoods(db, await listOrders(db, { orderIds }));
  return packed.map(({ order, parcels }) => ({ ...order, parcels }));
}

/**
 * Adds the order to each row. An order is also found by its number without prefix. If its parcel is already sent
 * (`areSent`), a row without order number is found by its tracking number. Rows without an order of the shop are added
 * to `errors` instead.
 */
async function findOrders<Row extends ListRow & { read: (column: ListContent) => string }>(
  db: Db,
  rows: readonly Row[],
  errors: RowError[],
  { areSent = false } = {},
): Promise<(Row & { order: RowOrder })[]> {
  const readNumber = ({ orderId, read }: Row) => (areSent && orderId === "" ? read("number") : "");
  const numbers = rows.map(readNumber).filter(Boolean);
  const sent =
    numbers.length === 0 ? [] : await listGoods(db, await listOrders(db, { trackingNumbers: numbers }));
  const idsByNumber = Map.groupBy(
    sent.flatMap(({ order, parcels }) =>
      parcels.map(({ tracking }) => ({ orderId: order.orderId, number: tracking?.number })),
    ),
    ({ number }) => number,
  );
  const codes = listOrderIds(rows).filter(isOrderCode);
  const withCode = codes.length === 0 ? [] : await listOrders(db, { orderCodes: codes });
  const named = rows.map((each) => {
    const found =
      each.orderId === ""
        ? (idsByNumber.get(readNumber(each)) ?? [])
        : withCode.filter((order) => isOrderCode(each.orderId) && order.orderId.endsWith(each.orderId));
    const [orderId = each.orderId, second] = new Set(found.map((sentOrder) => sentOrder.orderId));
    return { each, orderId, second };
  });
  const orders = new Map(
    (
      await readOrders(
        db,
        named.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.orderId, order]),
  );
  return named.flatMap(({ each, orderId, second }) => {
    const order = orders.get(orderId);
    if (order && second === undefined) return [{ ...each, orderId, order }];
    const number = readNumber(each);
    errors.push({
      row: each.row,
      orderId,
      why:
        second !== undefined
          ? `${orderId} and ${second} have the ${each.orderId === "" ? `tracking number ${number}` : `order number ${each.orderId}`}. Record them on their own`
          : orderId !== ""
            ? `there is no order ${orderId}`
            : number === ""
              ? "the order number is missing"
              : `no order was sent with the tracking number ${number}`,
    });
    return [];
  });
}

interface OrderList {
  file: string;
  columns: string | undefined;
  courier: string | undefined;
  skipFaulty: boolean;
  confirmed: Confirmed;
}

/**
 * Calls `run` for each row. Adds rows that it refuses to `errors`, and returns the order numbers of the others.
 * @throws CommandRefused before any change if `errors` already has errors, unless `skipFaulty` is true and some rows are
 * valid
 * @throws ConfirmationRequired before any change
 */
async function processRows<Row extends PlannedRow>(
  { file, skipFaulty, confirmed }: OrderList,
  { changes, unchanged, errors, left, columns }: Plan<Row>,
  {
    undone,
    others,
    ask,
    run,
    report,
  }: {
    undone: string;
    others: string;
    ask: () => string | Promise<string>;
    run: (row: Row) => Promise<unknown>;
    report?: (done: number, of: number) => void;
  },
): Promise<string[]> {
  errors.sort((first, other) => first.row - other.row);
  if (errors.length > 0 && !(skipFaulty && changes.length + unchanged.length > 0))
    throw new CommandRefused(
      [
        `${undone}, because ${formatCount(errors.length, "row")} of ${path.basename(file)} ${errors.length === 1 ? "has an error" : "have errors"}:`,
        ...errors.slice(0, MAX_LISTED).map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
        ...(errors.length > MAX_LISTED ? [`and ${formatCount(errors.length - MAX_LISTED, "more row")}`] : []),
        ...(changes.length > 0 ? [`Correct these rows, or choose to ${others}.`] : []),
      ].join("\n"),
    );
  if (changes.length > 0 && confirmed !== true) {
    const skipped =
      errors.length > 0 &&
      `${formatCount(errors.length, "row")} with errors ${errors.length === 1 ? "is" : "are"} skipped.`;
    requireConfirmation({ confirmed }, joinTexts(" ", await ask(), skipped), {
      columns: ["Order", "Customer", ...columns, "What happens"],
      rows: [...errors.map(toSkipped), ...changes, ...left, ...unchanged].map(
        ({ orderId, order, values = [], effect }) => [
          orderId,
          order ? `${formatName(order.contact)}, ${order.shippingAddress.city}` : "",
          ...columns.map((_, at) => values[at] ?? ""),
          effect,
        ],
      ),
    });
  }
  const processed: string[] = [];
  for (const each of changes) {
    report?.(processed.length, changes.length);
    try {
      await run(each);
      processed.push(each.orderId);
    } catch (cause) {
      // The order may have changed since the row was checked.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ ...each, why: cause.message });
    }
  }
  return processed;
}

/** More errors usually have the same cause. */
const MAX_LISTED = 20;

/** `columns` are the headings of `values`. */
interface Plan<Row> {
  changes: readonly Row[];
  unchanged: readonly PlannedRow[];
  errors: RowError[];
  left: readonly PlannedRow[];
  columns: readonly string[];
}

function describeListResult(
  message: readonly string[],
  heading: string,
  errors: readonly RowError[],
  data: object,
): CommandResult {
  const count = errors.length > 0 ? `${formatCount(errors.length, "row")} skipped because of errors.` : "";
  return {
    ...(errors.length > 0 && {
      columns: ["Row", "Order", heading],
      rows: errors.map(({ row, orderId, why }) => [row, orderId, why]),
      attention: true as const,
    }),
    message: [...message, count].filter(Boolean).join(" "),
    data: { ...data, errors: errors.map(({ row, orderId, why }) => ({ row, orderId, why })) },
  };
}

function findRowError(
  { orderId, tracking }: Parcel,
  order: RowOrder,
  { previous, sameNumber }: { previous: Parcel | undefined; sameNumber: Parcel | undefined },
): string | null {
  const { courier, number, link } = tracking;
  if (!isTrackingText(courier)) return `the courier ${WRONG_TEXT}`;
  if (!isTrackingText(number)) return `the tracking number ${WRONG_TEXT}`;
  if (/^\d([.,]\d+)?e\+\d+$/i.test(number))
    return `a spreadsheet has shortened the tracking number ${number}. Use the list exactly as you got it from the courier`;
  if (link !== undefined && (!isHttps(link) || link.length > 500))
    return "the link does not begin with https://";
  if (previous && !isSameTracking(previous.tracking, tracking))
    return `row ${previous.row} has another courier or tracking number for ${orderId}`;
  if (isSentAlready(order, tracking)) return null;
  const isReplaced = hasReplacement(order.parcels);
  const refusal = isReplaced ? null : describeDispatchRefusal(order);
  if (refusal !== null) return refusal;
  const sentParcels = isReplaced || order.partlySent ? null : describeSentParcels(order);
  if (sentParcels !== null || !sameNumber) return sentParcels;
  return `row ${sameNumber.row} has the same tracking number for ${sameNumber.orderId}. If both orders are in this parcel, dispatch them on their own`;
}

const hasReplacement = (parcels: readonly ParcelRow[]): boolean =>
  parcels.some(({ status }) => status === "Waiting");

/** Returns why a list must not replace the tracking numbers of parcels in transit; null if no parcel is in transit. */
function describeSentParcels({ orderId, parcels }: RowOrder): string | null {
  const sent = parcels.flatMap(({ status, tracking }) =>
    status === "Sent" && tracking ? [`${tracking.courier}, ${tracking.number}`] : [],
  );
  return sent.length === 0
    ? null
    : `${orderId} was already sent with ${sent.join(" and ")}. If that is wrong, correct the tracking number on the order`;
}

const WRONG_TEXT = `is missing, or longer than ${MAX_TRACKING_TEXT_LENGTH} characters`;

const isTrackingText = (text: string): boolean => text !== "" && text.length <= MAX_TRACKING_TEXT_LENGTH;

/** True for a parcel that was already shipped. That is not an error, so that a list can be imported again. */
const isSentAlready = ({ parcels }: RowOrder, givenTracking: Tracking): boolean =>
  parcels.some(({ tracking }) => isSameParcel(tracking, givenTracking));

const isSameTracking = (first: Tracking, other: Tracking): boolean =>
  isSameParcel(first, other) && (other.link === undefined || first.link === other.link);
