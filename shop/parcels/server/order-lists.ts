import type { ReturnedData } from "#contract/command-data.ts";
import { findOrderNumber, isOrderCode, readOrderNumber } from "#contract/order-number.ts";
import { formatName } from "#contract/person-name.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import {
  type CommandResult,
  CommandRefused,
  refuseField,
  requireConfirmation,
  type Confirmed,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { listOrders, listGoods, type OrderRow } from "#shop/orders/server/index.ts";
import type { OrderGoods } from "./parcels-to-pack.ts";
import path from "node:path";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/csv.ts";
import { type listColumns, listContents, type ListPurpose } from "../command-results.ts";
import {
  findHeadingRow,
  hasColumn,
  type ListReading,
  readListColumns,
  recogniseColumns,
  shortenCell,
} from "./list-columns.ts";
import { type ListContent, NO_COLUMN } from "./tables.ts";

export const listOrderIds = (rows: readonly ListRow[]): string[] => rows.map(({ orderId }) => orderId);

export const describeMailed = (change: string, { contact }: OrderRow): string =>
  contact.email === ""
    ? `${change}. No e-mail address: tell the customer yourself`
    : `${change}, e-mail to the customer`;

/** Appends to `sentence` who gets an e-mail, and for which orders the owner must inform the customer instead. */
export async function addMailed(
  context: Context,
  sentence: string,
  orderIds: readonly string[],
): Promise<string> {
  const rows = await listOrders(context.db, { orderIds });
  const names = rows.filter(({ contact }) => contact.email === "").map(({ orderId }) => orderId);
  const notMailed = `These customers have no e-mail address, so tell them yourself: ${names.toSorted().join(", ")}.`;
  if (names.length === rows.length) return joinTexts(" ", sentence, names.length > 0 && notMailed);
  const mailed = names.length === 0 ? "Each customer" : "Each other customer";
  return joinTexts(" ", sentence, `${mailed} gets an e-mail.`, names.length > 0 && notMailed);
}

interface ListRow {
  row: number;
  orderId: string;
}

export interface PlannedRow extends ListRow {
  order?: RowOrder;
  /** The row's cells between the columns "Customer" and "What happens". */
  values?: readonly string[];
  effect: string;
  /** The reason for skipping the row, for the table of the result. If it is missing, `effect` is the reason. */
  why?: string;
}

export type RowError = Omit<PlannedRow, "effect"> & { why: string };

export const toSkipped = (error: RowError): PlannedRow => ({
  ...error,
  effect: `Skipped${error.row > 0 ? `, row ${error.row}` : ""}: ${error.why}`,
});

/** Parses a CSV file without its empty rows. `read` returns an empty string if the list has no such column. */
export async function readOrderList(
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
    const findAt = (column: ListContent) => listReading.columns[column] ?? NO_COLUMN;
    const readColumn = (column: ListContent) => readCell(cells[findAt(column)]);
    /** Returns a cell and the heading of its column for an error, as in `“77” (column “AWB”)`. */
    const quote = (column: ListContent): string => {
      const { [findAt(column)]: heading } = headings;
      const cell = shortenCell(readColumn(column));
      return joinTexts(" ", cell && `“${cell}”`, heading && `(column “${shortenCell(heading)}”)`);
    };
    return { row, orderId: readOrderNumber(readColumn("order")), read: readColumn, quote };
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
 * True for an empty row, a row with totals, and a row with a sentence in its only cell, as at the end of many
 * lists. False for a row with an order number, even if its customer is called Total.
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

/** The contents that the shop reads from a list, by the list's purpose. True for contents that the list must have. */
const CONTENTS: Readonly<Record<ListPurpose, Partial<Record<ListContent, boolean>>>> = {
  dispatch: { order: true, number: true, courier: true, link: false, status: false },
  deliver: { order: true, status: false, number: false, date: false },
  settle: { order: true, number: false, amount: true },
};

/** Lists the columns that a list must have. For sent parcels, a tracking number can replace the order number. */
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

export type ParcelRow = OrderGoods["parcels"][number];

export interface RowOrder extends OrderRow {
  parcels: readonly ParcelRow[];
}

export async function readOrders(db: Db, orderIds: readonly string[]): Promise<RowOrder[]> {
  const packed = await listGoods(db, await listOrders(db, { orderIds }));
  return packed.map(({ order, parcels }) => ({ ...order, parcels }));
}

/**
 * Adds the order to each row, or adds an error to `errors`. The row's order number may lack the prefix. If `areSent` is
 * true, the list is about sent parcels, and a row without an order number is matched by its tracking number.
 */
export async function findOrders<
  Row extends ListRow & Record<"quote" | "read", (column: ListContent) => string>,
>(
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
          ? `${orderId} and ${second} have the ${each.orderId === "" ? `tracking number ${number}` : `order number ${each.orderId}`}. Record each of these orders separately, without the list`
          : orderId !== ""
            ? `there is no order ${each.quote("order")}`
            : number === ""
              ? `the order number ${each.quote("order")} is missing`
              : `no order was sent with the tracking number ${each.quote("number")}`,
    });
    return [];
  });
}

export interface OrderList {
  file: string;
  columns: string | undefined;
  courier: string | undefined;
  skipFaulty: boolean;
  confirmed: Confirmed;
}

/**
 * Calls `run` for each row. If `run` refuses a row, adds the row to `errors`. Returns the order numbers of the others.
 * @throws CommandRefused before any change if `errors` already has errors, unless `skipFaulty` is true and some rows
 * are valid
 * @throws ConfirmationRequired before any change
 */
export async function processRows<Row extends PlannedRow>(
  { file, skipFaulty, confirmed }: OrderList,
  { changes, unchanged, errors, left, columns }: Plan<Row>,
  {
    undone,
    others,
    action,
    ask,
    run,
    report,
  }: {
    undone: string;
    others: string;
    /** The label of the button that confirms. */
    action: string;
    ask: () => string | Promise<string>;
    run: (row: Row) => Promise<unknown>;
    report?: (done: number, of: number) => void;
  },
): Promise<string[]> {
  errors.sort((first, other) => first.row - other.row);
  // `left` may also contain orders that are not in the list, and rows whose order is unknown.
  const isOfList = ({ row, order }: PlannedRow) => row > 0 && order !== undefined;
  const hasValid = changes.length + unchanged.length > 0 || left.some(isOfList);
  if (errors.length > 0 && !(skipFaulty && hasValid))
    throw new CommandRefused(
      [
        `${undone}, because ${formatCount(errors.length, "row")} of ${path.basename(file)} ${errors.length === 1 ? "has an error" : "have errors"}:`,
        ...errors.slice(0, MAX_LISTED).map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
        ...(errors.length > MAX_LISTED ? [`and ${formatCount(errors.length - MAX_LISTED, "more row")}`] : []),
        ...(changes.length > 0 ? [`Correct these rows, or choose to ${others}.`] : []),
      ].join("\n"),
    );
  if (changes.length > 0 && confirmed !== true) {
    const counts = Object.entries({
      new: changes.length,
      "already recorded": unchanged.length,
      "left out": left.filter(({ row }) => row > 0).length,
      [errors.length === 1 ? "with an error (skipped)" : "with errors (skipped)"]: errors.length,
    }).filter(([, count]) => count > 0);
    const rows = counts.reduce((sum, [, count]) => sum + count, 0);
    const parts = counts.map(([name, count]) => `${count} ${name}`).join(", ");
    const summary = unchanged.length + errors.length > 0 && `${formatCount(rows, "row")}: ${parts}.`;
    requireConfirmation({ confirmed }, joinTexts("\n", summary, await ask()), {
      action,
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

/** Maximum number of errors to list. More of them usually have the same cause. */
const MAX_LISTED = 20;

/** `columns` are the headings of the `values` of each row. */
interface Plan<Row> {
  changes: readonly Row[];
  unchanged: readonly PlannedRow[];
  errors: RowError[];
  left: readonly PlannedRow[];
  columns: readonly string[];
}

interface Skipped {
  heading: string;
  errors: readonly RowError[];
  /** The rows that are skipped for other reasons than errors, and sentences about them. */
  left?: readonly PlannedRow[];
  leftTexts?: readonly (string | false)[];
}

/** The first line of the message says what was done, the second which rows were skipped. */
export function describeListResult(
  message: readonly (string | false)[],
  { heading, errors, left = [], leftTexts = [] }: Skipped,
  data: object,
): CommandResult {
  const count = errors.length > 0 && `${formatCount(errors.length, "row")} skipped because of errors.`;
  const skipped = [...errors, ...left].toSorted((first, other) => first.row - other.row);
  return {
    ...(skipped.length > 0 && {
      columns: ["Row", "Order", heading],
      rows: skipped.map((each) => [
        each.row,
        each.orderId,
        each.why ?? ("effect" in each ? each.effect : ""),
      ]),
    }),
    ...(errors.length > 0 && { attention: true as const }),
    message: joinTexts("\n", joinTexts(" ", ...message), joinTexts(" ", ...leftTexts, count)),
    data: { ...data, errors: errors.map(({ row, orderId, why }) => ({ row, orderId, why })) },
  };
}
