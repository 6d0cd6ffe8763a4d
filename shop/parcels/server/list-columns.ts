import { createHash } from "node:crypto";
import path from "node:path";
import { eq } from "drizzle-orm";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { findOrderNumber } from "#contract/order-number.ts";
import { toPrintable } from "#contract/text.ts";
import { CommandRefused, refuseField } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { listContents } from "../command-results.ts";
import { MAX_TRACKING_TEXT_LENGTH } from "../known-couriers.ts";
import { courierList, type ListColumns, type ListContent, NO_COLUMN } from "./tables.ts";

/** The headings of each column in lists of the shop, Shiprocket, Delhivery and India Post, preferred ones first. */
const knownHeadings: Record<ListContent, string> = {
  order:
    "order orderid ordernumber orderno saleordernumber channelorderid clientorderid orderref orderreference referencenumber referenceno refno refnumber reference bulkreference clientreference customerreference customerreferenceno customerreferencenumber custrefno creditreferenceno",
  courier: "courier carrier couriercompany couriername courierpartner",
  number:
    "number trackingnumber awb awbcode awbnumber awbno airwaybillno airwaybillnumber waybill waybillnumber waybillno waybillnum articlenumber articleno barcodeno consignmentnumber consignmentno consignmentdetails consignment docketnumber docketno docket lrdocket lrnumber lrno cnnumber cnno trackingno trackingid trackingdetails tracking",
  link: "link trackinglink trackingurl",
  status: "status currentstatus shipmentstatus deliverystatus articlestatus laststatus lateststatus",
  date: "deliverydate deliveredon deliveredat delivereddate dateofdelivery actualdeliverydate deliverydatetime delivereddatetime poddate",
  amount:
    "amount collected amountcollected collectedamount codamount codvalue codcollected codpaybleamount codpayableamount valueforcodrcod collectableamount amountrs paidamount amountpaid remittedamount remittanceamount",
};

const couriersByNumber: Readonly<Record<string, string>> = {
  waybill: "Delhivery",
  waybillnumber: "Delhivery",
  waybillnum: "Delhivery",
  articlenumber: "India Post",
  articleno: "India Post",
  barcodeno: "India Post",
};

export interface ListReading {
  columns: ListColumns;
  courier: string | null;
}

interface ListHead {
  headings: readonly string[];
  examples: readonly (readonly string[])[];
  typedColumns?: string | undefined;
  courier?: string | undefined;
}

/**
 * Recognises the columns of a list. In order of priority: the columns that the owner enters now, those saved for a
 * list with the same headings, those with order numbers in their cells, and those with known headings.
 */
export async function recogniseColumns(context: Context, value: ListHead): Promise<ListReading> {
  const { headings, examples, typedColumns } = value;
  const courier = readCourier(value.courier);
  const saved = await findSaved(context, headings);
  const headingColumns = findKnownColumns(headings);
  return {
    columns: {
      ...headingColumns.columns,
      // A column "Order ID" may contain the courier's own numbers.
      ...findOrderNumbers(headings, examples, headingColumns.columns.order),
      ...saved?.columns,
      ...readGivenColumns(typedColumns, headings),
    },
    courier: courier ?? saved?.courier ?? headingColumns.courier,
  };
}

/** Recognises the columns, and saves them if the owner entered some. @throws CommandRefused if a column is missing */
export async function readListColumns(
  context: Context,
  value: ListHead & { file: string },
  listNeeded: (listReading: ListReading) => readonly ListContent[],
): Promise<ListReading> {
  const listReading = await recogniseColumns(context, value);
  const missing = listNeeded(listReading).filter(
    (name) => !hasColumn(listReading, name) && !(name === "courier" && listReading.courier !== null),
  );
  if (missing.length > 0) throw createColumnsRefusal(value, missing);
  if (value.typedColumns !== undefined) await saveReading(context, value.headings, listReading);
  return listReading;
}

export const hasColumn = ({ columns }: ListReading, name: ListContent): boolean =>
  (columns[name] ?? NO_COLUMN) !== NO_COLUMN;

/** Maximum number of lines above the headings, for example with a title, the period and the customer. */
const MAX_TITLE_ROWS = 15;

/**
 * Returns the index of the row with the headings. It is the first row with two known headings. If there is none, it
 * is the first row with more than half as many filled cells as the fullest row.
 */
export function findHeadingRow(rows: readonly (readonly string[])[]): number {
  const beginning = rows.slice(0, MAX_TITLE_ROWS + 1);
  const known = beginning.findIndex((cells) => Object.keys(findKnownColumns(cells).columns).length > 1);
  const counts = beginning.map((cells) => cells.filter((cell) => cell.trim() !== "").length);
  return known >= 0
    ? known
    : Math.max(
        0,
        counts.findIndex((count) => count * 2 > Math.max(...counts)),
      );
}

/**
 * Finds the column in which most rows have the number of an order. A few numbers may be misspelt or missing. If several
 * columns have such numbers, `expected` is preferred, because other numbers can have the same form (`DEL-100001`).
 */
function findOrderNumbers(
  headings: readonly string[],
  examples: ListHead["examples"],
  expected: number | undefined,
): ListColumns {
  const count = (at: number) => examples.filter((cells) => findOrderNumber(cells[at] ?? "") !== null).length;
  const found = headings.flatMap((_, at) => (count(at) * 2 > examples.length ? [at] : []));
  const order = found.find((at) => at === expected) ?? found[0];
  return order === undefined ? {} : { order };
}

function readCourier(value: string | undefined): string | null {
  const courier = value?.trim() ?? "";
  if (courier.length > MAX_TRACKING_TEXT_LENGTH)
    throw refuseField(
      "courier",
      `The name of the courier can have up to ${MAX_TRACKING_TEXT_LENGTH} characters.`,
    );
  return courier === "" ? null : courier;
}

const toKey = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

function findKnownColumns(headings: readonly string[]): ListReading {
  const keys = headings.map(toKey);
  const columns: ListColumns = {};
  for (const name of listContents) {
    const place = keys.indexOf(
      knownHeadings[name].split(" ").find((heading) => keys.includes(heading)) ?? "-",
    );
    if (place >= 0) columns[name] = place;
  }
  const number = columns.number === undefined ? "" : keys[columns.number];
  return { columns, courier: couriersByNumber[number ?? ""] ?? null };
}

/** Parses lines like `order=Ref No`, `order=2` (the second column) or `status=none` (no column). @throws UsageError */
function readGivenColumns(text: string | undefined, headings: readonly string[]): ListColumns {
  const columns: ListColumns = {};
  for (const line of text?.split("\n") ?? []) {
    const [, name = "", columnText = ""] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const column = listContents.find((each) => each === name);
    if (!column)
      throw refuseField(
        "columns",
        `“${line}” cannot be read as a column. Enter a column like order=2. The possible names are ${listContents.join(", ")}.`,
      );
    const byName = headings.findIndex(
      (heading) => toKey(heading) === toKey(columnText) && toKey(columnText) !== "",
    );
    const place = byName >= 0 ? byName : Number(/^\d{1,3}$/.exec(columnText)?.[0] ?? 0) - 1;
    if (byName < 0 && columnText === "none") {
      columns[column] = NO_COLUMN;
      continue;
    }
    if (headings[place] === undefined)
      throw refuseField("columns", `The list has no column ${columnText || "…"} (entered: ${line}).`);
    columns[column] = place;
  }
  return columns;
}

const hashHeadings = (headings: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(headings.map(toKey)))
    .digest("hex");

async function findSaved({ db }: Context, headings: readonly string[]): Promise<ListReading | null> {
  const [saved] = await db
    .select()
    .from(courierList)
    .where(eq(courierList.headings, hashHeadings(headings)));
  return saved ?? null;
}

async function saveReading(
  { db, now }: Context,
  headings: readonly string[],
  listReading: ListReading,
): Promise<void> {
  const row = { ...listReading, savedAt: now() };
  await db
    .insert(courierList)
    .values({ ...row, headings: hashHeadings(headings) })
    .onConflictDoUpdate({ target: courierList.headings, set: row });
}

function createColumnsRefusal(
  { file, headings, examples }: ListHead & { file: string },
  missing: readonly ListContent[],
): CommandRefused {
  const name = path.basename(file);
  const [first = []] = examples;
  const longest = Math.min(30, Math.max(...headings.map(({ length }) => length)));
  const columnLines = headings.map((heading, at) =>
    `  ${String(at + 1).padStart(3)}  ${shortenCell(heading).padEnd(longest)}  ${shortenCell(first[at] ?? "")}`.trimEnd(),
  );
  const example = missing.map((column, at) => `${column}=${Math.min(at + 1, headings.length)}`).join(" ");
  return new CommandRefused(
    [
      `${name}: the shop does not recognise which ${missing.length === 1 ? "column is" : "columns are"} ${new Intl.ListFormat(SHOP_LOCALE, { type: "disjunction" }).format(missing)}. The list has these columns:`,
      ...columnLines,
      `Enter the number or name of each missing column, for example ${example}. The shop remembers your choice for lists with the same column names.`,
      ...(missing.includes("courier")
        ? ["Or enter the courier, if all parcels of the list have the same one."]
        : []),
    ].join("\n"),
  );
}

/** Shortens a cell for display, because the first line of a file that is not a list can be megabytes long. */
export const shortenCell = (cell: string): string => toPrintable(cell.slice(0, 200)).slice(0, 40);

export type ParcelOutcome = "delivered" | "back" | "coming-back" | "lost" | "cancelled" | "under-way";

const statusPatterns: readonly (readonly [ParcelOutcome, RegExp])[] = [
  [
    "back",
    /\b(rto|returned?)\b.*\b(delivered|acknowledged|received|completed?)\b|\breturned to (origin|sender|seller|shipper)\b/,
  ],
  ["coming-back", /\brto\b|\breturn(ed|ing)?\b|\brefused\b/],
  ["lost", /\b(lost|damaged|destroyed|disposed)\b/],
  ["cancelled", /\bcancell?ed\b/],
  ["under-way", /\b(un|non|not|partial(ly)?)[ -]?deliver|\bout for\b|\battempt|\bto be delivered\b/],
  ["delivered", /\b(delivered|delivery confirmed|delivery done)\b/],
];

/** A status that the shop does not know counts as in transit. */
export function parseParcelStatus(status: string): ParcelOutcome {
  const text = status
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ")
    .trim();
  return statusPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "under-way";
}
