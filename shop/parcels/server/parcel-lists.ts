import { isSameParcel } from "#shop/orders/parcels.ts";
import { findSettlement, settleCashOrder } from "./settle-order.ts";
import { describeSettlementRefusal } from "#shop/orders/describe-for-owner.ts";
import { describeDeliveryRefusal, describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { formatCount } from "#contract/text.ts";
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
import type { listColumns, ListPurpose } from "../command-results.ts";
import {
  findOrderNumber,
  hasColumn,
  type ParcelOutcome,
  parseParcelStatus,
  readListColumns,
  recogniseColumns,
  shortenCell,
} from "./list-columns.ts";
import { type ListContent, NO_COLUMN } from "./tables.ts";

/** Marks the parcels in a list as shipped. Skips parcels that are already shipped. */
export async function dispatchList(
  context: Context,
  list: OrderList,
  report?: ReportProgress,
): Promise<CommandResult> {
  const { parcels, unchanged, errors, left } = await readCourierList(context, list);
  const sent = await processRows(list, parcels, unchanged, errors, {
    undone: "No parcel was marked as dispatched",
    others: "skip the faulty rows and dispatch the other parcels",
    ask: () =>
      addNotMailed(
        context,
        `Mark ${formatCount(parcels.length, "parcel")} as dispatched? Each customer gets an e-mail and can no longer cancel.`,
        parcels.map(({ orderId }) => orderId),
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
      left > 0
        ? `${formatCount(left, "row")} skipped, because the tracking number is missing or the order is cancelled.`
        : "",
    ],
    "Not dispatched because",
    errors,
    { sent, unchanged },
  );
}

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
  const { toDeliver, unchanged, errors, notArrived, underWay } = await readDeliveries(context, list);
  const delivered = await processRows(list, toDeliver, unchanged, errors, {
    undone: "No order was marked as delivered",
    others: "skip the faulty rows and mark the other orders as delivered",
    ask: () =>
      addNotMailed(
        context,
        `Mark ${formatCount(toDeliver.length, "order")} as delivered? This cannot be undone. Each customer gets an e-mail.`,
        toDeliver.map(({ orderId }) => orderId),
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
    { delivered, unchanged, underWay: [...underWay] },
  );
}

/** Groups the rows by outcome. A parcel listed twice counts once. Without a status column, all count as delivered. */
async function readDeliveries(context: Context, list: OrderList) {
  const { rows, errors, has } = await readOrderList(context, list, []);
  const toDeliver: (ListRow & { position: number | null })[] = [];
  const unchanged: string[] = [];
  /** Parcels that will not arrive. The owner must act, but the other rows are processed. */
  const notArrived: RowError[] = [];
  const underWay = new Set<string>();
  const seenParcels = new Set<string>();
  for (const { row, orderId, order, read } of await findOrders(context.db, rows, errors)) {
    const parcel = findRowParcel(order, read("number"));
    const isDelivered = (parcel ?? order).status === "Delivered";
    const outcome = has("status") ? parseParcelStatus(read("status")) : "delivered";
    if (outcome !== "delivered") {
      const problem = isDelivered ? null : remedies[outcome]?.(order, read("status"));
      if (problem) notArrived.push({ row, orderId, why: problem });
      else if (!isDelivered) underWay.add(orderId);
      continue;
    }
    const position = parcel?.position ?? null;
    const key = `${orderId} ${position}`;
    const problem = findDeliveryError(order, parcel);
    if (problem !== null) errors.push({ row, orderId, why: problem });
    else if (!seenParcels.has(key) && isDelivered) unchanged.push(orderId);
    else if (!seenParcels.has(key)) toDeliver.push({ row, orderId, position });
    seenParcels.add(key);
  }
  return { toDeliver, unchanged, errors, notArrived, underWay };
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
 * Null if the order has only one parcel, or if neither exists.
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

/** Records the cash that a courier handed over. Skips orders for which the same payment is already recorded. */
export async function settleList(
  context: Context,
  { reference, ...list }: OrderList & { reference: string },
): Promise<CommandResult> {
  const { toSettle, unchanged, errors, left } = await readSettlements(context, list, reference);
  const settledIds = await processRows(list, toSettle, unchanged, errors, {
    undone: "No payment was recorded",
    others: "skip the faulty rows and record the other orders as paid",
    ask: () =>
      `Record that the courier has paid you ${formatRupeesGrouped(sumUp(toSettle))} for ${formatCount(toSettle.length, "order")}, with the reference ${reference}?`,
    run: ({ orderId, amountPaise }) => settleCashOrder(context, orderId, { amountPaise, reference }),
  });
  const sum = sumUp(toSettle.filter(({ orderId }) => settledIds.includes(orderId)));
  return describeListResult(
    [
      `${formatCount(settledIds.length, "order")} recorded as paid, ${formatRupeesGrouped(sum)} in total. Compare this sum with your bank statement.`,
      unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already recorded.` : "",
      left > 0 ? `${formatCount(left, "row")} skipped, because the order was paid online.` : "",
    ],
    "Not recorded because",
    errors,
    { settled: settledIds, unchanged },
  );
}

type SettledRow = ListRow & { amountPaise: Paise };

const sumUp = (rows: readonly SettledRow[]): Paise =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

async function readSettlements(context: Context, list: OrderList, reference: string) {
  const { rows, errors } = await readOrderList(context, list, ["order", "amount"]);
  const toSettle: SettledRow[] = [];
  const unchanged: string[] = [];
  let unpaidCount = 0;
  const seenOrderIds = new Set<string>();
  for (const { row, orderId, order, read } of await findOrders(context.db, rows, errors)) {
    const amountPaise = fromRupees(read("amount"));
    if (!order.cash && (amountPaise === 0 || read("amount") === "")) {
      unpaidCount += 1;
      continue;
    }
    const previous = await findSettlement(context.db, orderId);
    const problem = seenOrderIds.has(orderId)
      ? `${orderId} is in the list twice`
      : findSettlementError(order, amountPaise, read("amount"));
    seenOrderIds.add(orderId);
    if (problem !== null || amountPaise === null) errors.push({ row, orderId, why: problem ?? "" });
    else if (previous === null) toSettle.push({ row, orderId, amountPaise });
    else if (previous.reference === reference && previous.amountPaise === amountPaise)
      unchanged.push(orderId);
    else
      errors.push({
        row,
        orderId,
        why: `a payment of ${formatRupeesGrouped(previous.amountPaise)} for ${orderId} is already recorded, with the reference ${previous.reference}`,
      });
  }
  return { toSettle, unchanged, errors, left: unpaidCount };
}

function findSettlementError(order: OrderRow, amountPaise: Paise | null, cell: string): string | null {
  const refusal = describeSettlementRefusal(order);
  if (refusal !== null) return refusal;
  if (amountPaise === null) return `the amount "${cell}" is not a sum in rupees, for example 1299.00`;
  return amountPaise === order.payable
    ? null
    : `${formatRupeesGrouped(order.payable)} of ${order.orderId} was collected, but the list has ${formatRupeesGrouped(amountPaise)}. Ask the courier. If the amount is right, record this order on its own with its amount`;
}

type Parcel = ListRow & { tracking: Tracking };

async function readCourierList(context: Context, list: OrderList) {
  const { rows, errors, has, courier } = await readOrderList(context, list, ["courier", "number"]);
  const sent = has("status")
    ? rows.filter(({ read }) => read("number") !== "" && parseParcelStatus(read("status")) !== "cancelled")
    : rows;
  const parcels: Parcel[] = [];
  const unchanged: string[] = [];
  const firstOfOrder = new Map<string, Parcel>();
  const listed = (await findOrders(context.db, sent, errors)).map(({ row, orderId, order, read }) => {
    const link = read("link");
    const tracking = {
      courier: read("courier") || (courier ?? ""),
      number: read("number"),
      ...(link && { link }),
    };
    return { parcel: { row, orderId, tracking }, order };
  });
  const rowsByNumber = Map.groupBy(listed, ({ parcel }) => parcel.tracking.number);
  for (const { parcel, order } of listed) {
    const { row, orderId, tracking } = parcel;
    const previous = firstOfOrder.get(orderId);
    const sameNumber = rowsByNumber.get(tracking.number)?.find((other) => other.parcel.orderId !== orderId);
    const problem = findRowError(parcel, order, { previous, sameNumber: sameNumber?.parcel });
    firstOfOrder.set(orderId, previous ?? parcel);
    if (problem !== null) errors.push({ row, orderId, why: problem });
    else if (previous) continue;
    else if (isSentAlready(order, tracking)) unchanged.push(orderId);
    else parcels.push(parcel);
  }
  return { parcels, unchanged, errors, left: rows.length - sent.length };
}

interface ListRow {
  row: number;
  orderId: string;
}

type RowError = ListRow & { why: string };

/** Parses a CSV file without its empty rows. `read` returns an empty string if the list has no such column. */
async function readOrderList(
  context: Context,
  { file, columns: givenColumns, courier }: OrderList,
  needed: readonly ListContent[],
) {
  const { headings, body, examples, errors: fileErrors } = await readList(file);
  const errors = fileErrors.map((why) => ({ row: 0, orderId: "", why }));
  if (errors.length > 0) return { rows: [], errors, has: () => false, courier: null };
  const value = { file, headings, examples, typedColumns: givenColumns, courier };
  const listReading = await readListColumns(context, value, ["order", ...needed]);
  const rows = body.flatMap((cells, index) => {
    const readColumn = (column: ListContent) => readCell(cells[listReading.columns[column] ?? NO_COLUMN]);
    if (isEmptyRow(cells)) return [];
    return [{ row: index + 2, orderId: readOrderId(readColumn("order")), read: readColumn }];
  });
  return {
    rows,
    errors,
    has: (column: ListContent) => hasColumn(listReading, column),
    courier: listReading.courier,
  };
}

/** Removes the characters that mark a cell as text in a spreadsheet, as in `'123` and `="123"`. */
const readCell = (cell = ""): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();

const readOrderId = (cell: string): string => findOrderNumber(cell) ?? cell.toUpperCase();

const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

const EXAMPLE_ROWS = 20;

async function readList(file: string) {
  const errors: FileError[] = [];
  const rows: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of: "parcels" }, errors, (cells) => rows.push(cells));
  const [headings = [], ...body] = rows;
  const examples = body.filter((cells) => !isEmptyRow(cells)).slice(0, EXAMPLE_ROWS);
  return { headings, body, examples, errors: errors.map(formatFileError) };
}

/** The contents that the shop reads from a list, by the list's purpose. True if the purpose requires the content. */
const CONTENTS: Readonly<Record<ListPurpose, Partial<Record<ListContent, boolean>>>> = {
  dispatch: { order: true, number: true, courier: true, link: false, status: false },
  deliver: { order: true, status: false, number: false },
  settle: { order: true, amount: true },
};

const EXAMPLES_SHOWN = 2;

/** Returns the columns of a list with examples, and which of them the shop recognises. @throws UsageError */
export async function describeColumns(
  context: Context,
  file: string,
  purpose: ListPurpose,
): Promise<ReturnedData<typeof listColumns>> {
  const { headings, examples, errors } = await readList(file);
  if (errors.length > 0) throw refuseField("list", errors.join("\n"));
  const listReading = await recogniseColumns(context, { headings, examples });
  return {
    columns: headings.map((heading, at) => ({
      heading: shortenCell(heading),
      examples: examples
        .map((cells) => shortenCell(readCell(cells[at])))
        .filter(Boolean)
        .slice(0, EXAMPLES_SHOWN),
    })),
    contents: Object.entries(CONTENTS[purpose]).map(([name, needed]) => {
      const content = name as ListContent;
      const place = listReading.columns[content] ?? NO_COLUMN;
      return { name: content, needed, column: place === NO_COLUMN ? null : place + 1 };
    }),
    courier: listReading.courier,
  };
}

type ParcelRow = OrderGoods["parcels"][number];

interface RowOrder extends OrderRow {
  parcels: readonly ParcelRow[];
}

/** Adds the order to each row. Rows without an order of the shop are added to `errors` instead. */
async function findOrders<Row extends ListRow>(
  db: Db,
  rows: readonly Row[],
  errors: RowError[],
): Promise<(Row & { order: RowOrder })[]> {
  const orderIds = rows.map(({ orderId }) => orderId);
  const packed = await listGoods(db, await listOrders(db, { orderIds }));
  const orders = new Map(packed.map(({ order, parcels }) => [order.orderId, { ...order, parcels }]));
  return rows.flatMap((each) => {
    const { row, orderId } = each;
    const order = orders.get(orderId);
    if (order) return [{ ...each, order }];
    errors.push({
      row,
      orderId,
      why: orderId === "" ? "the order number is missing" : `there is no order ${orderId}`,
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
async function processRows<Row extends ListRow>(
  { file, skipFaulty, confirmed }: OrderList,
  rows: readonly Row[],
  unchanged: readonly string[],
  errors: RowError[],
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
  if (errors.length > 0 && !(skipFaulty && rows.length + unchanged.length > 0))
    throw new CommandRefused(
      [
        `${undone}, because ${formatCount(errors.length, "row")} of ${path.basename(file)} ${errors.length === 1 ? "has an error" : "have errors"}:`,
        ...errors.map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
        ...(rows.length > 0 ? [`Correct these rows, or choose to ${others}.`] : []),
      ].join("\n"),
    );
  if (rows.length > 0 && confirmed !== true) requireConfirmation({ confirmed }, await ask());
  const processed: string[] = [];
  for (const each of rows) {
    report?.(processed.length, rows.length);
    try {
      await run(each);
      processed.push(each.orderId);
    } catch (cause) {
      // The order may have changed since the row was checked.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ row: each.row, orderId: each.orderId, why: cause.message });
    }
  }
  return processed;
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
    data: { ...data, errors },
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
  const hasReplacement = order.parcels.some(({ status }) => status === "Waiting");
  if (isSentAlready(order, tracking)) return null;
  const refusal = hasReplacement ? null : describeDispatchRefusal(order);
  if (refusal !== null) return refusal;
  const sentParcels = hasReplacement || order.partlySent ? null : describeSentParcels(order);
  if (sentParcels !== null || !sameNumber) return sentParcels;
  return `row ${sameNumber.row} has the same tracking number for ${sameNumber.orderId}. If both orders are in this parcel, dispatch them on their own`;
}

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
