import * as v from "valibot";
import type { ReturnedData } from "#contract/command-data.ts";
import { toRupees, formatRupeesGrouped } from "#contract/money.ts";
import { formatDate, toIsoDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { parseMonth } from "#platform/operator/command-values.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer, getContactName } from "#shop/orders/recipient.ts";
import { formatPlaceOfSupply } from "#shop/orders/place-of-supply.ts";
import { otherSales, salesByDay } from "../results.ts";
import { listTaxDocuments, type TaxDocument } from "./tax-documents.ts";
import { sumShipping } from "./tax-facts.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import { gstReturn } from "./gst-return/gst-return-command.ts";
import { and, gte, lt, not } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { listCancelledInvoices, selectIssued } from "#shop/orders/server/index.ts";
import { findProductRecords } from "#shop/catalogue/server/index.ts";

/** Returns a function that selects the columns to show: without shipping, if no document has any. */
function chooseAmounts(documents: readonly TaxDocument[]) {
  const isShipped = documents.some(({ facts }) => sumShipping(facts) > 0);
  return <Value>(values: readonly Value[]): Value[] =>
    values.filter((_, at) => isShipped || COLUMNS.amounts[at] !== SHIPPING);
}

const listTexts = ({ row, order, placeOfSupply, recipient: { companyInvoice, contact } }: TaxDocument) => [
  row.number,
  formatDate(row.issuedAt) ?? "",
  order.orderId,
  companyInvoice?.name ?? getContactName(getBuyer(contact)),
  companyInvoice?.taxCode ?? "",
  formatPlaceOfSupply(placeOfSupply),
];

/** Returns a document's amounts in paise, in the order of `COLUMNS.amounts`; negative for a credit note. */
function listAmounts({ row, facts }: TaxDocument): number[] {
  const { taxable, igst, cgst, sgst, coupon, roundOff, amount } = facts;
  const shipping = sumShipping(facts);
  const sign = row.kind === "invoice" ? 1 : -1;
  // `|| 0` turns -0 into 0, which would be shown with a minus sign.
  return [taxable - shipping, shipping, igst, cgst, sgst, -coupon, roundOff, amount].map(
    (paise) => sign * paise || 0,
  );
}

function listMore({ facts: { lines }, corrects }: TaxDocument): string[] {
  const list = (values: readonly (string | number | null)[]) =>
    [...new Set(values)].filter(Boolean).join(", ");
  return [
    list(lines.map(({ hsn }) => hsn)),
    list(lines.map(({ rate }) => `${rate}%`)),
    corrects?.number ?? "",
  ];
}

const toRupeesRow = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));

const sales = defineCommand({
  ...salesByDay,
  data: v.union([salesByDay.data, otherSales]),
  reads: true,
  summary: "Shows sales and GST of a month: all invoices, and credit notes with a minus.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11", kind: "month", required: true },
    by: {
      summary: "totals for each day of the month or each category",
      choices: ["day", "category"],
    },
    csv: { summary: "for a spreadsheet: npm run -s shop -- report … --csv > november.csv", flag: true },
  },
  examples: [
    "report sales --month 2026-11",
    "report sales --month 2026-11 --by day",
    "report sales --month 2026-11 --csv > november.csv",
  ],
  run: async (context, { options }) => {
    const month = options["month"] ?? "";
    const documents = await listTaxDocuments(context, parseMonth(month));
    const choose = chooseAmounts(documents);
    const names = choose(COLUMNS.amounts);
    if (options["by"] === "day")
      return describeDays(
        sumByDay(documents, month, await findSaleDays(context.db, month), context.now()),
        { month, names, choose, categories: await sumByCategory(context, documents) },
        options,
      );
    if (options["by"] === "category")
      return describeCategories(await sumByCategory(context, documents), month, options);
    const lines = documents.map((document) => ({
      texts: listTexts(document),
      amounts: choose(listAmounts(document)),
      more: listMore(document),
    }));
    const rows = lines.map((line) => [...line.texts, ...line.amounts, ...line.more]);
    const sums = names.map((_, at) => lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0));
    const columns = [...COLUMNS.texts, ...names, ...COLUMNS.more];
    if (options["csv"]) return printCsv([columns, ...rows.map(toRupeesRow)]);
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [
        ...lines.map(({ texts, amounts, more }) => [...texts, ...amounts.map(formatRupeesGrouped), ...more]),
        ["Total", "", "", "", "", "", ...sums.map(formatRupeesGrouped)],
      ],
      message: lines.length === 0 ? `There were no sales in ${month}.` : "",
      data: { month, rows: rows.map(toRupeesRow), columns },
    };
  },
});

export const reportCommands: Command[] = [sales, gstReturn];

type DaySales = ReturnedData<typeof salesByDay>["days"][number];

/** Returns the totals of each day of a month until today, including days without sales. */
function sumByDay(
  documents: readonly TaxDocument[],
  month: string,
  soldOn: ReadonlyMap<string, Date>,
  now: Date,
): DaySales[] {
  const { from, to } = parseMonth(month);
  const days: DaySales[] = [];
  for (let at = from; at < to && at <= now; at = new Date(at.getTime() + DAY))
    days.push(createDay(toIsoDay(at)));
  const byDay = new Map(days.map((day) => [day.day, day]));
  for (const document of documents) {
    const isSale = document.row.kind === "invoice";
    const date = (isSale && soldOn.get(document.row.orderId)) || document.row.issuedAt;
    const day = byDay.get(toIsoDay(date));
    if (!day) continue;
    const amounts = listAmounts(document);
    day.amounts = day.amounts.map((sum, at) => sum + (amounts[at] ?? 0));
    day[isSale ? "invoices" : "creditNotes"] += 1;
    day[isSale ? "soldPaise" : "refundedPaise"] += document.facts.amount;
  }
  return days;
}

/** Returns the date of each order's first cancelled invoice. Its replacement counts as a sale of that day. */
async function findSaleDays(db: Db, month: string): Promise<Map<string, Date>> {
  const cancelled = await listCancelledInvoices(db, parseMonth(month));
  return new Map(
    cancelled
      .toSorted((first, other) => other.issuedAt.getTime() - first.issuedAt.getTime())
      .map(({ orderId, issuedAt }) => [orderId, issuedAt]),
  );
}

/** Returns empty totals of a day, in paise. `amounts` are in the order of `COLUMNS.amounts`. */
const createDay = (day: string): DaySales => ({
  day,
  invoices: 0,
  creditNotes: 0,
  soldPaise: 0,
  refundedPaise: 0,
  amounts: COLUMNS.amounts.map(() => 0),
});

type Options = Readonly<Record<string, string | undefined>>;

interface DescribedMonth {
  month: string;
  names: string[];
  choose: ReturnType<typeof chooseAmounts>;
  /** Only in the command's data, because the desk shows both reports and needs only one request for them. */
  categories: CategorySales[];
}

function describeDays(
  dailySales: readonly DaySales[],
  { month, names, choose, categories }: DescribedMonth,
  options: Options,
) {
  const days = dailySales.map((day) => ({ ...day, amounts: choose(day.amounts) }));
  const total = { ...createDay("Total"), amounts: names.map(() => 0) };
  for (const { invoices, creditNotes, soldPaise, refundedPaise, amounts } of days) {
    total.invoices += invoices;
    total.creditNotes += creditNotes;
    total.soldPaise += soldPaise;
    total.refundedPaise += refundedPaise;
    total.amounts = total.amounts.map((sum, at) => sum + (amounts[at] ?? 0));
  }
  const data = { month, columns: names, days, total, categories };
  const columns = ["Day", "Invoices", "Credit notes", ...names];
  const toCells = (format: (paise: number) => string | number) => (each: DaySales) => [
    each.day,
    each.invoices,
    each.creditNotes,
    ...each.amounts.map(format),
  ];
  return options["csv"]
    ? printCsv([
        columns,
        ...days.map(toCells(toRupees)).map(([day = "", invoices, creditNotes, ...amounts]) =>
          // Counts are not amounts, so they are printed without decimals.
          [day, String(invoices), String(creditNotes), ...amounts],
        ),
      ])
    : { title: `Sales of ${month}`, columns, rows: [...days, total].map(toCells(formatRupeesGrouped)), data };
}

type CategorySales = ReturnedData<typeof salesByDay>["categories"][number];

/** Returns the sales of each category, most sold first. Uses the current category of each product. */
async function sumByCategory(context: Context, documents: readonly TaxDocument[]): Promise<CategorySales[]> {
  const lines = documents.flatMap(({ row, facts }) =>
    facts.lines.map((line) => ({ ...line, sign: row.kind === "invoice" ? 1 : -1 })),
  );
  const products = await findProductRecords(
    context.db,
    lines.map(({ productId }) => productId),
  );
  const sums = new Map<string, CategorySales>();
  for (const { productId, isShipping, sign, taxable, igst, cgst, sgst } of lines) {
    const category = isShipping ? SHIPPING : (products.get(productId)?.category ?? "Others");
    const sum = sums.get(category) ?? { category, goodsPaise: 0, taxPaise: 0 };
    sum.goodsPaise += sign * taxable;
    sum.taxPaise += sign * (igst + cgst + sgst);
    sums.set(category, sum);
  }
  return [...sums.values()].toSorted(
    (first, other) => other.goodsPaise - first.goodsPaise || (first.category < other.category ? -1 : 1),
  );
}

function describeCategories(sums: CategorySales[], month: string, options: Options) {
  const columns = ["Category", "Goods", "GST"];
  const toCells = (format: (paise: number) => string | number) => (each: CategorySales) => [
    each.category,
    format(each.goodsPaise),
    format(each.taxPaise),
  ];
  const total: CategorySales = {
    category: "Total",
    goodsPaise: sums.reduce((sum, { goodsPaise }) => sum + goodsPaise, 0),
    taxPaise: sums.reduce((sum, { taxPaise }) => sum + taxPaise, 0),
  };
  return options["csv"]
    ? printCsv([columns, ...sums.map(toCells(toRupees))])
    : {
        title: `Goods sold in ${month}`,
        columns,
        rows: [...sums, total].map(toCells(formatRupeesGrouped)),
        message: sums.length === 0 ? `There were no sales in ${month}.` : "",
        data: { month, categories: sums, total },
      };
}

const SHIPPING = "Shipping";

const COLUMNS = {
  texts: ["Number", "Date", "Order", "Made out to", "GSTIN", "Place of supply"],
  amounts: ["Goods", SHIPPING, "IGST", "CGST", "SGST", "Coupon", "Round-off", "Paid"],
  more: ["HSN", "Rate", "Corrects"],
};

/** Returns the sales and refunds of a period. The amounts equal those of the monthly report for the same days. */
export async function sumSales(db: Db, from: Date, to: Date) {
  const issued = selectIssued(db);
  // Excludes an invoice that replaces a cancelled one, because the cancelled invoice already counts as the sale.
  const papers = await db
    .select({ kind: issued.kind, amount: issued.amount })
    .from(issued)
    .where(and(gte(issued.issuedAt, from), lt(issued.issuedAt, to), not(issued.isInPlace)));
  const sum = (kind: string) =>
    papers.filter((paper) => paper.kind === kind).reduce((total, { amount }) => total + amount, 0);
  return {
    orders: papers.filter(({ kind }) => kind === "invoice").length,
    soldPaise: sum("invoice"),
    refundedPaise: sum("credit-note"),
  };
}
