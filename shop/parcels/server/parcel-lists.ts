import { formatCount, isSameText } from "#contract/text.ts";
import {
  type CommandResult,
  type ReportProgress,
  YesNeeded,
  CommandRefused,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import type { Db } from "#platform/database/database.ts";
import {
  describeDeliveryRefusal,
  describeDispatchRefusal,
  deliverOrder,
  type OrderRow,
  toTransitionState,
  orders,
} from "#shop/orders/server/index.ts";
import type { Tracking } from "#shop/orders/order.ts";
import path from "node:path";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/csv.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { isHttps, LONGEST_TRACKING_TEXT } from "./known-couriers.ts";

/**
 * Sends every parcel of a courier's list. With an error nothing is sent, unless `skipFaulty`; every one is named. Said again it
 * does only what was not done. @throws CommandRefused, YesNeeded before anything is sent unless `isConfirmed`
 */
export async function dispatchList(
  context: Context,
  { file, skipFaulty, isConfirmed }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { parcels, unchanged, errors } = await readCourierList(context.db, file);
  if (errors.length > 0 && !(skipFaulty && parcels.length + unchanged.length > 0))
    throw createListError(file, errors, {
      undone: "Nothing was sent",
      canSkip: parcels.length > 0,
      others: "send the others",
    });
  if (parcels.length > 0 && !isConfirmed)
    throw new YesNeeded(
      `Mark ${formatCount(parcels.length, "parcel")} as dispatched? Each customer gets a mail and can no longer cancel.`,
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
        `${formatCount(sent.length, "parcel")} sent; each customer has a mail.`,
        unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} on their way before.` : "",
      ],
      notDone: "Not sent because",
      errors,
    },
    { sent, unchanged: unchanged.map(({ orderId }) => orderId) },
  );
}

/**
 * Says of every parcel of a list that it has arrived; the courier's own list serves. With an error nothing is changed, unless
 * `skipFaulty`; every one is named. Said again it does only what was not done. @throws CommandRefused, YesNeeded before
 * anything is changed unless `isConfirmed`
 */
export async function deliverList(
  context: Context,
  { file, skipFaulty, isConfirmed }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { toDeliver, unchanged, errors } = await readDeliveries(context.db, file);
  if (errors.length > 0 && !(skipFaulty && toDeliver.length + unchanged.length > 0))
    throw createListError(file, errors, {
      undone: "Nothing was changed",
      canSkip: toDeliver.length > 0,
      others: "do the others",
    });
  if (toDeliver.length > 0 && !isConfirmed)
    throw new YesNeeded(
      `Mark ${formatCount(toDeliver.length, "order")} as delivered? That is final, and each customer gets a mail.`,
    );
  const delivered = await runForEachRow(
    toDeliver,
    errors,
    ({ orderId }) => deliverOrder(context, orderId),
    (done, of) => report("Noting deliveries", done, of),
  );
  return describeListResult(
    {
      message: [
        `${formatCount(delivered.length, "order")} delivered; each customer has a mail.`,
        unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} delivered before.` : "",
      ],
      notDone: "Not done because",
      errors,
    },
    { delivered, unchanged },
  );
}

interface Deliveries {
  toDeliver: OrderListRow<never>[];
  /** Orders that were delivered before. */
  unchanged: string[];
  errors: RowError[];
}

/** Looks at each row against its order; nothing is changed. An order that the list has twice counts once. */
async function readDeliveries(db: Db, file: string): Promise<Deliveries> {
  const { rows, errors } = await readOrderList<never>(file, "parcels", {});
  const found = await findOrdersOfRows(db, rows);
  const deliveries: Deliveries = { toDeliver: [], unchanged: [], errors };
  const seen = new Set<string>();
  for (const each of rows) {
    const { row, orderId } = each;
    const order = found.get(orderId);
    const why = findDeliveryError(orderId, order);
    if (why !== null) errors.push({ row, orderId, why });
    else if (!seen.has(orderId) && order?.status === "Delivered") deliveries.unchanged.push(orderId);
    else if (!seen.has(orderId)) deliveries.toDeliver.push(each);
    seen.add(orderId);
  }
  return deliveries;
}

/** The reason a row cannot be done; null for one that can, or is done already. */
function findDeliveryError(orderId: string, order: OrderRow | undefined): string | null {
  if (orderId === "") return "the order is missing";
  if (!order) return `there is no order ${orderId}`;
  if (order.status === "Delivered") return null;
  return describeDeliveryRefusal(orderId, toTransitionState(order));
}

/** A row of a courier's list: which parcel has left, and under which number. */
interface Parcel {
  row: number;
  orderId: string;
  tracking: Tracking;
}

interface CourierList {
  /** Parcels to send now. */
  parcels: Parcel[];
  /** Parcels that are on their way like this already. */
  unchanged: Parcel[];
  errors: RowError[];
}

const COLUMNS = {
  courier: { names: ["courier"] },
  number: { names: ["number", "tracking number", "awb"] },
  link: { names: ["link"], isOptional: true },
} as const;

/** Reads a courier's list and looks at each row against its order; nothing is changed. */
async function readCourierList(db: Db, file: string): Promise<CourierList> {
  const { rows, errors } = await readOrderList(file, "parcels", COLUMNS);
  if (errors.length > 0) return { parcels: [], unchanged: [], errors };
  const parcels = rows.map(({ row, orderId, read }) => {
    const link = read("link");
    return {
      row,
      orderId,
      tracking: { courier: read("courier"), number: read("number"), ...(link && { link }) },
    };
  });
  return checkParcels(await findOrdersOfRows(db, parcels), parcels);
}

/** A row of a list of orders; `read` gives its cell of a column, an empty text where the list has no such column. */
interface OrderListRow<Column extends string> {
  row: number;
  orderId: string;
  read(column: Column): string;
}

/** An error in a row, for the owner; row 0 is the file itself. */
interface RowError {
  row: number;
  orderId: string;
  why: string;
}

/** A column by the names it may have; without `isOptional` a list must have it. */
interface ListColumn {
  names: readonly string[];
  isOptional?: true;
}

const ORDER_NAMES = ["order", "orderId", "order id"];

/** Reads a CSV file with the column `order` and these; rows without anything in them are left out. */
async function readOrderList<Column extends string>(
  file: string,
  of: string,
  columns: Readonly<Record<Column, ListColumn>>,
): Promise<{ rows: OrderListRow<Column>[]; errors: RowError[] }> {
  const fileErrors: FileError[] = [];
  const lines: string[][] = [];
  await readCsvRows({ file, name: path.basename(file), of }, fileErrors, (cells) => lines.push(cells));
  const [head = [], ...body] = lines;
  const find = (names: readonly string[]) =>
    head.findIndex((cell) => names.some((name) => isSameText(cell.trim(), name)));
  const all: Record<string, ListColumn> = { order: { names: ORDER_NAMES }, ...columns };
  const places = new Map(Object.entries(all).map(([name, { names }]) => [name, find(names)]));
  const missing = [...places].filter(([name, place]) => place < 0 && !all[name]?.isOptional);
  const errors =
    fileErrors.length > 0
      ? fileErrors.map((error) => ({ row: 0, orderId: "", why: formatFileError(error) }))
      : missing.map(([name]) => ({ row: 1, orderId: "", why: `there is no column ${name}` }));
  if (errors.length > 0) return { rows: [], errors };
  const rows = body.flatMap((cells, index) => {
    const read = (column: string) => (cells[places.get(column) ?? -1] ?? "").trim();
    if (cells.every((cell) => cell.trim() === "")) return [];
    return [{ row: index + 2, orderId: read("order").toUpperCase(), read }];
  });
  return { rows, errors };
}

/** The existing orders of the rows, by their numbers. */
async function findOrdersOfRows(
  db: Db,
  rows: readonly { orderId: string }[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = rows.map(({ orderId }) => orderId);
  const found = await db.select().from(orders).where(isAnyOf(orders.orderId, ids));
  return new Map(found.map((order) => [order.orderId, order]));
}

/** A list of orders that a command is given. */
interface OrderList {
  file: string;
  /** Do the others where some rows cannot be done. */
  skipFaulty: boolean;
  /** The owner has said yes. */
  isConfirmed: boolean;
}

/** Does one row after the other; what is refused meanwhile is added to the errors. Returns the orders that were done. */
async function runForEachRow<Row extends { row: number; orderId: string }>(
  rows: readonly Row[],
  errors: RowError[],
  run: (row: Row) => Promise<unknown>,
  reportDone: (done: number, of: number) => void,
): Promise<string[]> {
  const done: string[] = [];
  for (const each of rows) {
    reportDone(done.length, rows.length);
    try {
      await run(each);
      done.push(each.orderId);
    } catch (cause) {
      // Its customer was quicker, a moment ago.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ row: each.row, orderId: each.orderId, why: cause.message });
    }
  }
  return done;
}

/** Why nothing of a list is done, each row in a line of its own. */
const createListError = (
  file: string,
  errors: readonly RowError[],
  { undone, canSkip, others }: { undone: string; canSkip: boolean; others: string },
): CommandRefused =>
  new CommandRefused(
    [
      `${undone}: ${formatCount(errors.length, "row")} of ${path.basename(file)} cannot be.`,
      ...errors.map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
      ...(canSkip ? [`Correct them, or ${others}: --skip-faulty`] : []),
    ].join("\n"),
  );

/** The result of a list: the rows that were left out as a table, the numbers in a sentence. */
const describeListResult = (
  { message, notDone, errors }: { message: readonly string[]; notDone: string; errors: readonly RowError[] },
  data: object,
): CommandResult => ({
  ...(errors.length > 0 && {
    columns: ["Row", "Order", notDone],
    rows: errors.map(({ row, orderId, why }) => [row, orderId, why]),
    attention: true as const,
  }),
  message: [...message, errors.length > 0 ? `${formatCount(errors.length, "row")} not done.` : ""]
    .filter(Boolean)
    .join(" "),
  data: { ...data, errors },
});

/** Says of each parcel whether it can be sent, is on its way already, or what is wrong with its row. */
function checkParcels(found: ReadonlyMap<string, OrderRow>, parcels: readonly Parcel[]): CourierList {
  const list: CourierList = { parcels: [], unchanged: [], errors: [] };
  const seen = new Map<string, Parcel>();
  for (const parcel of parcels) {
    const { row, orderId, tracking } = parcel;
    const order = found.get(orderId);
    const why = findRowError(parcel, order, seen.get(orderId));
    if (!seen.has(orderId)) seen.set(orderId, parcel);
    else if (why === null) continue;
    if (why !== null) list.errors.push({ row, orderId, why });
    else if (order && isSentAlready(order, tracking)) list.unchanged.push(parcel);
    else list.parcels.push(parcel);
  }
  return list;
}

/** The reason a row cannot be done, with what to do about it; null when nothing is wrong. */
function findRowError(
  { orderId, tracking }: Parcel,
  order: OrderRow | undefined,
  before: Parcel | undefined,
): string | null {
  const { courier, number, link } = tracking;
  if (orderId === "") return "the order is missing";
  if (!order) return `there is no order ${orderId}`;
  if (!isTrackingText(courier)) return `the courier ${WRONG_TEXT}`;
  if (!isTrackingText(number)) return `the number ${WRONG_TEXT}`;
  if (link !== undefined && (!isHttps(link) || link.length > 500))
    return "the link does not begin with https://";
  if (before && !isSameTracking(before.tracking, tracking))
    return `row ${before.row} says something else about ${orderId}`;
  return isSentAlready(order, tracking) ? null : describeDispatchRefusal(orderId, toTransitionState(order));
}

const WRONG_TEXT = `is missing, or longer than ${LONGEST_TRACKING_TEXT} characters`;

const isTrackingText = (text: string): boolean => text !== "" && text.length <= LONGEST_TRACKING_TEXT;

/** Also of one that has arrived meanwhile: the list may be given again. */
const isSentAlready = ({ dispatchedAt, tracking }: OrderRow, said: Tracking): boolean =>
  dispatchedAt !== null && tracking !== null && isSameTracking(tracking, said);

const isSameTracking = (one: Tracking, other: Tracking): boolean =>
  one.courier === other.courier &&
  one.number === other.number &&
  (other.link === undefined || one.link === other.link);
