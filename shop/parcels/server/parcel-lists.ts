import { isSameParcel } from "#shop/orders/parcels.ts";
import { findSettlement, settleCashOrder } from "./settle-order.ts";
import { describeSettlementRefusal } from "#shop/orders/describe-for-owner.ts";
import { describeDeliveryRefusal, describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import { formatCount } from "#contract/text.ts";
import {
  type CommandResult,
  type ReportProgress,
  ConfirmationRequired,
  CommandRefused,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import type { Db } from "#platform/database/database.ts";
import {
  deliverOrder,
  listParcels,
  type OrderRow,
  type ParcelRow,
  listOrders,
} from "#shop/orders/server/index.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { formatRupeesGrouped, fromRupees, type Paise } from "#contract/money.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import path from "node:path";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/csv.ts";
import { isHttps } from "#shop/seller/server/index.ts";
import { MAX_TRACKING_TEXT_LENGTH } from "./known-couriers.ts";
import { type ParcelOutcome, readListColumns, readParcelNews } from "./list-columns.ts";
import type { ListColumn } from "./tables.ts";

/**
 * Marks the parcels in a courier's list as shipped. If any row has an error, changes nothing and lists all errors. With
 * `skipFaulty`, skips only the rows with errors. A second run changes only the remaining rows. @throws CommandRefused
 * @throws ConfirmationRequired before any change if `isConfirmed` is false
 */
export async function dispatchList(
  context: Context,
  { skipFaulty, isConfirmed, ...list }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { parcels, unchanged, errors, left } = await readCourierList(context, list);
  if (errors.length > 0 && !(skipFaulty && parcels.length + unchanged.length > 0))
    throw createListError(list.file, errors, {
      undone: "No parcel was marked as dispatched",
      canSkip: parcels.length > 0,
      others: "skip them and dispatch the others",
    });
  if (parcels.length > 0 && !isConfirmed)
    throw new ConfirmationRequired(
      await addNotMailed(
        context,
        `Mark ${formatCount(parcels.length, "parcel")} as dispatched? Each customer gets an e-mail and can no longer cancel.`,
        parcels.map(({ orderId }) => orderId),
      ),
    );
  const sent = await runForEachRow(
    parcels,
    errors,
    ({ orderId, tracking }) => dispatchOrder(context, orderId, tracking),
    (done, of) => report("Sending parcels", done, of),
  );
  return describeListResult(
    {
      message: [
        await addNotMailed(
          context,
          `${formatCount(sent.length, "parcel")} marked as dispatched. Each customer gets an e-mail.`,
          sent,
        ),
        unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} already on their way.` : "",
        left > 0
          ? `${formatCount(left, "row")} without a tracking number, or of cancelled orders, skipped.`
          : "",
      ],
      notDone: "Not dispatched because",
      errors,
    },
    { sent, unchanged: unchanged.map(({ orderId }) => orderId) },
  );
}

/** Appends to `sentence` the orders of customers without an e-mail address, because the owner must inform them. */
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

/**
 * Marks the parcels in a list, such as a courier's export, as delivered. If any row has an error, changes nothing and
 * lists all errors. With `skipFaulty`, skips only the rows with errors. A second run changes only the remaining rows.
 * @throws CommandRefused @throws ConfirmationRequired before any change if `isConfirmed` is false
 */
export async function deliverList(
  context: Context,
  { skipFaulty, isConfirmed, ...list }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { toDeliver, unchanged, errors, notArrived, underWay } = await readDeliveries(context, list);
  if (errors.length > 0 && !(skipFaulty && toDeliver.length + unchanged.length > 0))
    throw createListError(list.file, errors, {
      undone: "No order was marked as delivered",
      canSkip: toDeliver.length > 0,
      others: "skip them and mark the others",
    });
  if (toDeliver.length > 0 && !isConfirmed)
    throw new ConfirmationRequired(
      await addNotMailed(
        context,
        `Mark ${formatCount(toDeliver.length, "order")} as delivered? This cannot be undone. Each customer gets an e-mail.`,
        toDeliver.map(({ orderId }) => orderId),
      ),
    );
  const delivered = await runForEachRow(
    toDeliver,
    errors,
    ({ orderId, position }) => deliverOrder(context, orderId, { position }),
    (done, of) => report("Noting deliveries", done, of),
  );
  return describeListResult(
    {
      message: [
        await addNotMailed(
          context,
          `${formatCount(delivered.length, "order")} marked as delivered. Each customer gets an e-mail.`,
          delivered,
        ),
        unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already delivered.` : "",
        underWay.size > 0 ? `${formatCount(underWay.size, "order")} not delivered yet.` : "",
      ],
      notDone: "Not marked because",
      errors: [...errors, ...notArrived],
    },
    { delivered, unchanged, underWay: [...underWay] },
  );
}

interface Delivery {
  row: number;
  orderId: string;
  /** The number of the parcel within the order; null if the order has only one parcel. */
  position: number | null;
}

interface Deliveries {
  toDeliver: Delivery[];
  /** Orders that were already delivered. */
  unchanged: string[];
  errors: RowError[];
  /**
   * Parcels that will not arrive, according to the list. The owner must do something about them, but the other rows are
   * still processed.
   */
  notArrived: RowError[];
  /** Orders that are still in transit, according to the list. */
  underWay: Set<string>;
}

/**
 * Checks each row of the list against its order, without changes. A parcel that is listed twice counts once. If the
 * list has no status column, all its parcels were delivered.
 */
async function readDeliveries(context: Context, list: CourierListInput): Promise<Deliveries> {
  const { rows, errors, has } = await readOrderList(context, list, []);
  const ordersOfRows = await findOrdersOfRows(context.db, rows);
  const deliveries: Deliveries = {
    toDeliver: [],
    unchanged: [],
    errors,
    notArrived: [],
    underWay: new Set(),
  };
  const seenOrderIds = new Set<string>();
  for (const { row, orderId, read } of rows) {
    const order = ordersOfRows.get(orderId);
    const parcel = order && findRowParcel(order, read("number"));
    const parcelNews = has("status") ? readParcelNews(read("status")) : "delivered";
    if (parcelNews !== "delivered" && order) {
      const problem =
        (parcel ?? order).status === "Delivered" ? null : remedies[parcelNews]?.(order, read("status"));
      if (problem) deliveries.notArrived.push({ row, orderId, why: problem });
      else if ((parcel ?? order).status !== "Delivered") deliveries.underWay.add(orderId);
      continue;
    }
    const rowProblem = findDeliveryError(orderId, order, parcel ?? null);
    const key = `${orderId} ${parcel?.position ?? ""}`;
    if (rowProblem !== null) errors.push({ row, orderId, why: rowProblem });
    else if (!seenOrderIds.has(key) && (parcel ?? order)?.status === "Delivered")
      deliveries.unchanged.push(orderId);
    else if (!seenOrderIds.has(key))
      deliveries.toDeliver.push({ row, orderId, position: parcel?.position ?? null });
    seenOrderIds.add(key);
  }
  return deliveries;
}

/** Maps each status of a parcel that will not arrive to a function that returns the owner's next step. */
const remedies: Partial<Record<ParcelOutcome, (order: OrderRow, status: string) => string>> = {
  back: (order, status) =>
    awaitsCash(order)
      ? `"${status}": the parcel is back. Mark the order as not taken at the door`
      : `"${status}": the parcel is back. Open the order and refund it or send it again`,
  "coming-back": (order, status) =>
    `"${status}": the parcel is coming back${awaitsCash(order) ? ". When it is here, mark the order as not taken at the door" : ""}`,
  lost: (order, status) =>
    `"${status}": ask the courier. If the parcel is lost, mark it as lost${awaitsCash(order) ? "" : " to refund it or send it again"}`,
};

/**
 * Finds the parcel of a row by its tracking number, or else the only parcel in transit. Returns null if neither exists,
 * and always for an order with a single parcel.
 */
function findRowParcel({ parcels }: RowOrder, number: string): ParcelRow | null {
  if (parcels.length < 2) return null;
  const [single, second] = parcels.filter(({ status }) => status === "Sent");
  return parcels.find(({ tracking }) => tracking?.number === number) ?? (second ? null : (single ?? null));
}

/** Returns why a row has an error; null if it can be processed or was processed before. */
function findDeliveryError(
  orderId: string,
  order: RowOrder | undefined,
  parcel: ParcelRow | null,
): string | null {
  if (orderId === "") return "the order number is missing";
  if (!order) return `there is no order ${orderId}`;
  if (order.status === "Delivered" || parcel?.status === "Delivered") return null;
  const onTheWay = order.parcels.filter(({ status }) => status === "Sent");
  if (parcel === null && onTheWay.length > 1)
    return `${orderId} has several parcels on their way: the list needs a column with the tracking number, ${onTheWay.map(({ tracking }) => tracking?.number).join(" or ")}`;
  return describeDeliveryRefusal(order);
}

/**
 * Records a courier's payments of collected cash from the courier's list. If any row has an error, such as a wrong
 * amount, records nothing and lists all errors. With `skipFaulty`, skips only the rows with errors. A second run
 * records only the remaining rows. @throws CommandRefused @throws ConfirmationRequired before any change if
 * `isConfirmed` is false
 */
export async function settleList(
  context: Context,
  { reference, skipFaulty, isConfirmed, ...list }: OrderList & { reference: string },
): Promise<CommandResult> {
  const { toSettle, unchanged, errors, left } = await readSettlements(context, list, reference);
  if (errors.length > 0 && !(skipFaulty && toSettle.length + unchanged.length > 0))
    throw createListError(list.file, errors, {
      undone: "No payment was recorded",
      canSkip: toSettle.length > 0,
      others: "skip them and record the others",
    });
  if (toSettle.length > 0 && !isConfirmed)
    throw new ConfirmationRequired(
      `Record that the courier has paid you ${formatRupeesGrouped(sumUp(toSettle))} for ${formatCount(toSettle.length, "order")}, with the reference ${reference}?`,
    );
  const settledIds = await runForEachRow(
    toSettle,
    errors,
    ({ orderId, amountPaise }) => settleCashOrder(context, orderId, { amountPaise, reference }),
    () => {},
  );
  const sum = sumUp(toSettle.filter(({ orderId }) => settledIds.includes(orderId)));
  return describeListResult(
    {
      message: [
        `${formatCount(settledIds.length, "order")} recorded as paid, ${formatRupeesGrouped(sum)} in total. Compare this sum with your bank statement.`,
        unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already recorded.` : "",
        left > 0 ? `${formatCount(left, "row")} of orders that were paid online, skipped.` : "",
      ],
      notDone: "Not recorded because",
      errors,
    },
    { settled: settledIds, unchanged },
  );
}

/** A payment in a courier's list. */
interface SettledRow {
  row: number;
  orderId: string;
  amountPaise: Paise;
}

const sumUp = (rows: readonly SettledRow[]): Paise =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Checks each row of the list against its order, without changes. */
async function readSettlements(context: Context, list: CourierListInput, reference: string) {
  const { rows, errors } = await readOrderList(context, list, ["order", "amount"]);
  const ordersOfRows = await findOrdersOfRows(context.db, rows);
  const toSettle: SettledRow[] = [];
  const unchanged: string[] = [];
  let unpaidCount = 0;
  const seenOrderIds = new Set<string>();
  for (const { row, orderId, read } of rows) {
    const order = ordersOfRows.get(orderId);
    const amountPaise = fromRupees(read("amount"));
    if (order && !order.cash && (amountPaise === 0 || read("amount") === "")) {
      unpaidCount += 1;
      continue;
    }
    const problem = seenOrderIds.has(orderId)
      ? `${orderId} is in the list twice`
      : findSettlementError({ orderId, order, amountPaise, cell: read("amount") });
    seenOrderIds.add(orderId);
    if (problem !== null || amountPaise === null) {
      errors.push({ row, orderId, why: problem ?? "" });
      continue;
    }
    const previous = await findSettlement(context, orderId);
    if (previous === null) toSettle.push({ row, orderId, amountPaise });
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

interface SettlementRow {
  orderId: string;
  order: OrderRow | undefined;
  amountPaise: Paise | null;
  cell: string;
}

/** Returns why a row has an error and what the owner can do; null if the payment can be recorded. */
function findSettlementError({ orderId, order, amountPaise, cell }: SettlementRow): string | null {
  if (orderId === "") return "the order number is missing";
  if (!order) return `there is no order ${orderId}`;
  const refusal = describeSettlementRefusal(order);
  if (refusal !== null) return refusal;
  if (amountPaise === null) return `the amount "${cell}" is not a sum in rupees, for example 1299.00`;
  return amountPaise === order.payable
    ? null
    : `${formatRupeesGrouped(order.payable)} of ${orderId} was collected, but the list has ${formatRupeesGrouped(amountPaise)}. Ask the courier. If the amount is right, record this order on its own with its amount`;
}

/** A shipped parcel in a courier's list. */
interface Parcel {
  row: number;
  orderId: string;
  tracking: Tracking;
}

interface CourierList {
  /** Parcels to mark as shipped. */
  parcels: Parcel[];
  /** Parcels that were already marked as shipped, with the same courier and number. */
  unchanged: Parcel[];
  errors: RowError[];
  /** Number of rows that are skipped, because the parcel has no tracking number or is cancelled. */
  left: number;
}

/** Parses a courier's list and checks each row against its order, without changes. */
async function readCourierList(context: Context, list: CourierListInput): Promise<CourierList> {
  const { rows, errors, has, courier } = await readOrderList(context, list, ["courier", "number"]);
  if (errors.length > 0) return { parcels: [], unchanged: [], errors, left: 0 };
  const sent = has("status")
    ? rows.filter(({ read }) => read("number") !== "" && readParcelNews(read("status")) !== "cancelled")
    : rows;
  const parcels = sent.map(({ row, orderId, read }) => {
    const link = read("link");
    return {
      row,
      orderId,
      tracking: {
        courier: read("courier") || (courier ?? ""),
        number: read("number"),
        ...(link && { link }),
      },
    };
  });
  const notSent = rows.length - sent.length;
  return { ...checkParcels(await findOrdersOfRows(context.db, parcels), parcels), left: notSent };
}

/** A row of a list of orders. `read` returns the text in a column; it is empty if the list has no such column. */
interface OrderListRow {
  row: number;
  orderId: string;
  read(column: ListColumn): string;
}

/** An error message for a row of the list. Row 0 means the whole file. */
interface RowError {
  row: number;
  orderId: string;
  why: string;
}

interface ParsedList {
  rows: OrderListRow[];
  errors: RowError[];
  has(column: ListColumn): boolean;
  /** The courier of all parcels, if the list has no courier column. */
  courier: string | null;
}

/** Parses a CSV file with a column for the order number and the columns in `needed`. Empty rows are skipped. */
async function readOrderList(
  context: Context,
  { file, columns: givenColumns, courier }: CourierListInput,
  needed: readonly ListColumn[],
): Promise<ParsedList> {
  const fileErrors: FileError[] = [];
  const lines: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of: "parcels" }, fileErrors, (cells) =>
    lines.push(cells),
  );
  const errors = fileErrors.map((error) => ({ row: 0, orderId: "", why: formatFileError(error) }));
  if (errors.length > 0) return { rows: [], errors, has: () => false, courier: null };
  const [head = [], ...body] = lines;
  const value = { file, headings: head, first: body[0] ?? [], said: givenColumns, courier };
  const listReading = await readListColumns(context, value, ["order", ...needed]);
  const rows = body.flatMap((cells, index) => {
    const readColumn = (column: ListColumn) => readCell(cells[listReading.columns[column] ?? -1]);
    if (cells.every((cell) => cell.trim() === "")) return [];
    return [{ row: index + 2, orderId: readOrderId(readColumn("order")), read: readColumn }];
  });
  return {
    rows,
    errors,
    has: (column) => listReading.columns[column] !== undefined,
    courier: listReading.courier,
  };
}

/**
 * Returns the text of a cell. Removes the marks that make a spreadsheet treat a number as text: `'123` and `="123"`.
 */
const readCell = (cell = ""): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();

/**
 * Finds the shop's order number in a courier's reference such as `#TRV-7K3M9Q-C`. The prefix may differ from today's,
 * because the owner can change it.
 */
const readOrderId = (cell: string): string =>
  /\b[A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{6}\b/.exec(cell.toUpperCase())?.[0] ?? cell.toUpperCase();

/** An order in the list, with its parcels. */
interface RowOrder extends OrderRow {
  parcels: readonly ParcelRow[];
}

/** Returns the orders of the rows, by order number. */
async function findOrdersOfRows(
  db: Db,
  rows: readonly { orderId: string }[],
): Promise<ReadonlyMap<string, RowOrder>> {
  const ids = rows.map(({ orderId }) => orderId);
  const match = await listOrders(db, { orderIds: ids });
  const parcels = await listParcels(db, match);
  return new Map(
    match.map((order) => [order.orderId, { ...order, parcels: parcels.get(order.id)?.parcels ?? [] }]),
  );
}

/** A courier's list, with the columns and the courier that the owner typed for it. */
interface CourierListInput {
  file: string;
  /** The columns that the owner has named, in lines like `order=Ref No`. */
  columns: string | undefined;
  /** The courier of all parcels, if the list has no courier column. */
  courier: string | undefined;
}

/** A list to process, with the owner's choices. */
interface OrderList extends CourierListInput {
  /** True to process the valid rows although others have errors. */
  skipFaulty: boolean;
  /** True if the owner has confirmed. */
  isConfirmed: boolean;
}

/** Processes the rows one by one. Adds refused rows to `errors` and returns the order numbers of the others. */
async function runForEachRow<Row extends { row: number; orderId: string }>(
  rows: readonly Row[],
  errors: RowError[],
  run: (row: Row) => Promise<unknown>,
  reportDone: (done: number, of: number) => void,
): Promise<string[]> {
  const processed: string[] = [];
  for (const each of rows) {
    reportDone(processed.length, rows.length);
    try {
      await run(each);
      processed.push(each.orderId);
    } catch (cause) {
      // The order may have changed since its row was checked.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ row: each.row, orderId: each.orderId, why: cause.message });
    }
  }
  return processed;
}

/** Returns an error that explains why no row was processed, with one line for each faulty row. */
const createListError = (
  file: string,
  errors: readonly RowError[],
  { undone, canSkip, others }: { undone: string; canSkip: boolean; others: string },
): CommandRefused =>
  new CommandRefused(
    [
      `${undone}, because ${formatCount(errors.length, "row")} of ${path.basename(file)} ${errors.length === 1 ? "has an error" : "have errors"}:`,
      ...errors.map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
      ...(canSkip ? [`Correct these rows, or choose to ${others}.`] : []),
    ].join("\n"),
  );

/** Returns the result of a command on a list: a message with the counts, and a table of the skipped rows. */
const describeListResult = (
  { message, notDone, errors }: { message: readonly string[]; notDone: string; errors: readonly RowError[] },
  data: object,
): CommandResult => ({
  ...(errors.length > 0 && {
    columns: ["Row", "Order", notDone],
    rows: errors.map(({ row, orderId, why }) => [row, orderId, why]),
    attention: true as const,
  }),
  message: [
    ...message,
    errors.length > 0 ? `${formatCount(errors.length, "row")} skipped because of errors.` : "",
  ]
    .filter(Boolean)
    .join(" "),
  data: { ...data, errors },
});

/** Sorts the parcels into those to ship, those already shipped, and those with an error. */
function checkParcels(
  ordersById: ReadonlyMap<string, RowOrder>,
  parcels: readonly Parcel[],
): Omit<CourierList, "left"> {
  const list: Omit<CourierList, "left"> = { parcels: [], unchanged: [], errors: [] };
  const seenParcels = new Map<string, Parcel>();
  for (const parcel of parcels) {
    const { row, orderId, tracking } = parcel;
    const order = ordersById.get(orderId);
    const problem = findRowError(parcel, order, seenParcels.get(orderId));
    if (!seenParcels.has(orderId)) seenParcels.set(orderId, parcel);
    else if (problem === null) continue;
    if (problem !== null) list.errors.push({ row, orderId, why: problem });
    else if (order && isSentAlready(order, tracking)) list.unchanged.push(parcel);
    else list.parcels.push(parcel);
  }
  return list;
}

/** Returns why a row has an error and what the owner can do; null if it can be processed. */
function findRowError(
  { orderId, tracking }: Parcel,
  order: RowOrder | undefined,
  previous: Parcel | undefined,
): string | null {
  const { courier, number, link } = tracking;
  if (orderId === "") return "the order number is missing";
  if (!order) return `there is no order ${orderId}`;
  if (!isTrackingText(courier)) return `the courier ${WRONG_TEXT}`;
  if (!isTrackingText(number)) return `the number ${WRONG_TEXT}`;
  if (/^\d([.,]\d+)?e\+\d+$/i.test(number))
    return `a spreadsheet has shortened the tracking number ${number}. Use the list exactly as you got it from the courier`;
  if (link !== undefined && (!isHttps(link) || link.length > 500))
    return "the link does not begin with https://";
  if (previous && !isSameTracking(previous.tracking, tracking))
    return `row ${previous.row} has another courier or tracking number for ${orderId}`;
  const hasReplacement = order.parcels.some(({ status }) => status === "Waiting");
  return isSentAlready(order, tracking) || hasReplacement ? null : describeDispatchRefusal(order);
}

const WRONG_TEXT = `is missing, or longer than ${MAX_TRACKING_TEXT_LENGTH} characters`;

const isTrackingText = (text: string): boolean => text !== "" && text.length <= MAX_TRACKING_TEXT_LENGTH;

/**
 * True if a parcel of the order was shipped with this courier and tracking number, even if it was delivered since. Such
 * a row is not an error, so that a list can be imported again.
 */
const isSentAlready = ({ parcels }: RowOrder, givenTracking: Tracking): boolean =>
  parcels.some(({ tracking }) => tracking !== null && isSameTracking(tracking, givenTracking));

const isSameTracking = (first: Tracking, other: Tracking): boolean =>
  isSameParcel(first, other) && (other.link === undefined || first.link === other.link);
