import * as v from "valibot";
import type { ReturnedData } from "#contract/command-data.ts";
import { formatRupeesGrouped, type Paise, toRupees } from "#contract/money.ts";
import { formatDate, toIsoDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { type Command, defineCommand, refuseField } from "#platform/operator/command.ts";
import { csvOption, defineLimit, describeRows, parseMonth } from "#platform/operator/command-values.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer, getContactName } from "#shop/documents/recipient.ts";
import { formatPlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { salesByProduct } from "#shop/orders/command-results.ts";
import { otherSales, salesByDay } from "../command-results.ts";
import { listTaxDocuments, type TaxDocument } from "./tax-documents.ts";
import { sumShipping } from "./tax-facts.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import { toCsv, toTable } from "#platform/operator/result-table.ts";
import { gstReturnCommand } from "./gst-return/gst-return-command.ts";
import { sumReceived } from "#shop/payments/server/index.ts";
import { listSold } from "#shop/orders/server/index.ts";
import { findProductRecords } from "#shop/catalogue/server/index.ts";

type Columns<Value> = Readonly<Record<string, (document: TaxDocument) => Value>>;

const textColumns: Columns<string> = {
  Number: ({ row }) => row.number,
  Date: ({ row }) => formatDate(row.issuedAt) ?? "",
  Order: ({ order }) => order.orderId,
  "Made out to": ({ recipient }) =>
    recipient.companyInvoice?.name ?? getContactName(getBuyer(recipient.contact)),
  GSTIN: ({ recipient }) => recipient.companyInvoice?.taxCode ?? "",
  "Place of supply": ({ placeOfSupply }) => formatPlaceOfSupply(placeOfSupply),
};

const SHIPPING = "Shipping";

const amountColumns: Columns<Paise> = {
  Goods: ({ facts }) => facts.taxable - sumShipping(facts),
  [SHIPPING]: ({ facts }) => sumShipping(facts),
  IGST: ({ facts }) => facts.igst,
  CGST: ({ facts }) => facts.cgst,
  SGST: ({ facts }) => facts.sgst,
  Coupon: ({ facts }) => -facts.coupon,
  "Round-off": ({ facts }) => facts.roundOff,
  Paid: ({ facts }) => facts.amount,
};

const moreColumns: Columns<string> = {
  HSN: ({ facts }) => listOnce(facts.lines.map(({ hsn }) => hsn)),
  Rate: ({ facts }) => listOnce(facts.lines.map(({ rate }) => `${rate}%`)),
  Corrects: ({ corrects }) => corrects?.number ?? "",
};

const listOnce = (values: readonly (string | number | null)[]): string =>
  [...new Set(values)].filter(Boolean).join(", ");

type Amounts = readonly [name: string, getPaise: (document: TaxDocument) => Paise][];

function listAmounts(documents: readonly TaxDocument[]): Amounts {
  const isShipped = documents.some(({ facts }) => sumShipping(facts) > 0);
  return Object.entries(amountColumns).filter(([name]) => isShipped || name !== SHIPPING);
}

const sumAmounts = (amounts: Amounts, documents: readonly TaxDocument[]): Paise[] =>
  amounts.map(([, getPaise]) =>
    documents.reduce((sum, document) => sum + getSign(document) * getPaise(document), 0),
  );

const getSign = ({ row }: TaxDocument): 1 | -1 => (row.kind === "invoice" ? 1 : -1);

const toRow = (format: (paise: Paise) => string | number) => (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? format(cell) : cell));

const limit = defineLimit(20);

const salesCommand = defineCommand({
  ...salesByDay,
  data: v.union([salesByDay.data, otherSales, salesByProduct.data]),
  reads: true,
  summary:
    "Shows sales and GST of a month: invoices, and credit notes with a minus. Or lists the best sellers.",
  args: [],
  options: {
    month: {
      summary: "the month, e.g. 2026-11; if empty, this month, or all time for best sellers",
      kind: "month",
    },
    by: {
      summary: "sales of each day of the month or of each category, or the best-selling products",
      choices: ["day", "category", "product"],
    },
    limit: { ...limit.option, summary: `grouped by product: ${limit.option.summary}` },
    csv: csvOption,
  },
  examples: [
    "report sales --month 2026-11 --by product --limit 5",
    "report sales --month 2026-11 --csv > november.csv",
  ],
  run: async (context, { options }) => {
    if (options["by"] === "product")
      return describeProducts(context, limit.parse(options["limit"], options["csv"]), options);
    if (options["limit"] !== undefined) throw refuseField("limit", "Leave this empty, or group by product.");
    const month = options["month"] ?? toIsoDay(context.now()).slice(0, "2026-11".length);
    const { documents, cancelled } = await listTaxDocuments(context, parseMonth(month));
    const amounts = listAmounts(documents);
    if (options["by"] === "day") {
      const byDay = groupByDay(documents, findSaleDays(cancelled));
      const categories = await sumByCategory(context, documents);
      const money = await sumReceived(context, parseMonth(month));
      return describeDays(byDay, { month, until: context.now(), amounts, categories, ...money }, options);
    }
    if (options["by"] === "category")
      return describeCategories(await sumByCategory(context, documents), month, options);
    const rows = documents.map((document) => [
      ...Object.values(textColumns).map((getText) => getText(document)),
      ...sumAmounts(amounts, [document]),
      ...Object.values(moreColumns).map((getText) => getText(document)),
    ]);
    const total = ["Total", "", "", "", "", "", ...sumAmounts(amounts, documents)];
    const columns = Object.keys({ ...textColumns, ...Object.fromEntries(amounts), ...moreColumns });
    if (options["csv"]) return printCsv([columns, ...rows.map(toRow(toRupees))]);
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [...rows, total].map(toRow(formatRupeesGrouped)),
      message: rows.length === 0 ? `There were no sales in ${month}.` : "",
      data: { month, rows: rows.map(toRow(toRupees)), columns },
    };
  },
});

export const reportCommands: Command[] = [salesCommand, gstReturnCommand];

type DaySales = ReturnedData<typeof salesByDay>["days"][number];

const groupByDay = (documents: readonly TaxDocument[], soldOn: ReadonlyMap<string, Date>) =>
  Map.groupBy(documents, ({ row }) =>
    toIsoDay((row.kind === "invoice" && soldOn.get(row.orderId)) || row.issuedAt),
  );

/** Returns the date of the first invoice for orders whose invoice was replaced. The sale is reported on that day. */
const findSaleDays = (cancelled: readonly { orderId: string; issuedAt: Date }[]): Map<string, Date> =>
  new Map(
    cancelled
      .toSorted((first, other) => other.issuedAt.getTime() - first.issuedAt.getTime())
      .map(({ orderId, issuedAt }) => [orderId, issuedAt]),
  );

function sumDay(day: string, documents: readonly TaxDocument[], amounts: Amounts): DaySales {
  const { invoice: invoices = [], "credit-note": creditNotes = [] } = Object.groupBy(
    documents,
    ({ row }) => row.kind,
  );
  const sum = (list: readonly TaxDocument[]) => list.reduce((total, { facts }) => total + facts.amount, 0);
  return {
    day,
    invoices: invoices.length,
    creditNotes: creditNotes.length,
    soldPaise: sum(invoices),
    refundedPaise: sum(creditNotes),
    amounts: sumAmounts(amounts, documents),
  };
}

function listDays(month: string, until: Date): string[] {
  const { from, to } = parseMonth(month);
  const days: string[] = [];
  for (let at = from; at < to && at <= until; at = new Date(at.getTime() + DAY)) days.push(toIsoDay(at));
  return days;
}

type Options = Readonly<Record<string, string | undefined>>;

/** The desk shows the categories and the payments below the sales by day, so all are in one response. */
interface DescribedMonth extends Pick<
  ReturnedData<typeof salesByDay>,
  "month" | "categories" | "received" | "paidBackPaise"
> {
  until: Date;
  amounts: Amounts;
}

function describeDays(
  byDay: ReadonlyMap<string, TaxDocument[]>,
  { month, until, amounts, ...others }: DescribedMonth,
  options: Options,
) {
  const shown = listDays(month, until).map((day) => ({ day, documents: byDay.get(day) ?? [] }));
  const days = shown.map(({ day, documents }) => sumDay(day, documents, amounts));
  const allDocuments = shown.flatMap(({ documents }) => documents);
  const total = sumDay("Total", allDocuments, amounts);
  const names = amounts.map(([name]) => name);
  const data = { month, columns: names, days, total, ...others };
  const toField = (name: string) => `${name}Paise`;
  const fields = ["day", "invoices", "creditNotes", ...names.map(toField)];
  const headings = Object.fromEntries(names.map((name) => [toField(name), name]));
  const toRecord = ({ amounts: sums, ...each }: DaySales) => ({
    ...each,
    ...Object.fromEntries(names.map((name, at) => [toField(name), sums[at]])),
  });
  return options["csv"]
    ? toCsv(days.map(toRecord), fields, headings)
    : { title: `Sales of ${month}`, ...toTable([...days, total].map(toRecord), fields, headings), data };
}

type CategorySales = ReturnedData<typeof salesByDay>["categories"][number];

async function sumByCategory(context: Context, documents: readonly TaxDocument[]): Promise<CategorySales[]> {
  const lines = documents.flatMap((document) =>
    document.facts.lines.map((line) => ({ ...line, sign: getSign(document) })),
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
  const fields = ["category", "goodsPaise", "taxPaise"] as const;
  const headings = { taxPaise: "GST" };
  const total: CategorySales = {
    category: "Total",
    goodsPaise: sums.reduce((sum, { goodsPaise }) => sum + goodsPaise, 0),
    taxPaise: sums.reduce((sum, { taxPaise }) => sum + taxPaise, 0),
  };
  return options["csv"]
    ? toCsv(sums, fields, headings)
    : {
        title: `Goods sold in ${month}`,
        ...toTable([...sums, total], fields, headings),
        message: sums.length === 0 ? `There were no sales in ${month}.` : "",
        data: { month, categories: sums, total },
      };
}

async function describeProducts({ db }: Context, maxRows: number, { month, csv }: Options) {
  const period = month === undefined ? {} : parseMonth(month);
  const rows = await listSold(db, { ...period, most: maxRows + 1 });
  const listed = rows.slice(0, maxRows);
  const fields = ["productId", "title", "pieces", "orders", "worthPaise"] as const;
  const headings = { worthPaise: "Goods" };
  return csv
    ? toCsv(listed, fields, headings)
    : {
        ...toTable(listed, fields, headings),
        message: describeRows(rows.length, maxRows, "No products were sold in this period."),
        data: listed,
      };
}
