import { and, eq, gte, lt } from "drizzle-orm";
import { type Paise, rupees, toRupees } from "#contract/money.ts";
import { shopDate } from "#contract/time.ts";
import { type Command, command, CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { findSeller } from "#server/catalogue";
import { isAcrossStates } from "#shop/pricing/totals.ts";
import { invoice, type OrderRow, orders } from "./tables.ts";

const sales = command({
  noun: "report",
  verb: "sales",
  summary: "Sales and GST of a month: every invoice, and every credit note as a minus.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11" },
    csv: { summary: "for a spreadsheet: npm run -s shop -- report … --csv > november.csv", flag: true },
  },
  examples: ["report sales --month 2026-11", "report sales --month 2026-11 --csv > november.csv"],
  run: async (context, { options }) => {
    const month = options["month"] ?? "";
    const lines = await salesOf(context, month);
    const rows = lines.map((line) => [...line.words, ...line.amounts]);
    const sums = COLUMNS.amounts.map((_, at) =>
      lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0),
    );
    const columns = [...COLUMNS.words, ...COLUMNS.amounts];
    if (options["csv"]) return { message: csvOf([columns, ...rows.map(inRupees)]) };
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [
        ...lines.map(({ words, amounts }) => [...words, ...amounts.map(rupees)]),
        ["Total", "", "", "", "", "", ...sums.map(rupees)],
      ],
      message: lines.length === 0 ? `Nothing was sold in ${month}.` : "",
      data: { month, rows: rows.map(inRupees), columns },
    };
  },
});

export const reportCommands: Command[] = [sales];

const COLUMNS = {
  words: ["Number", "Date", "Order", "Made out to", "GSTIN", "Place of supply"],
  amounts: ["Goods", "IGST", "CGST", "SGST", "Coupon", "Paid"],
};

interface Line {
  words: string[];
  /** In paise, as `COLUMNS.amounts` names them. */
  amounts: number[];
}

async function salesOf(context: Context, month: string): Promise<Line[]> {
  const { from, to } = boundsOf(month);
  const stateToday = findSeller(context)?.state;
  const rows = await context.db
    .select({ invoice, order: orders })
    .from(invoice)
    .innerJoin(orders, eq(orders.id, invoice.orderId))
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)))
    .orderBy(invoice.issuedAt, invoice.number);
  return rows.map(({ invoice: { number, kind, amount, issuedAt, seller }, order }) => ({
    words: [
      number,
      shopDate(issuedAt) ?? "",
      order.orderId,
      order.companyInvoice?.name ?? `${order.contact.firstName} ${order.contact.lastName}`,
      order.companyInvoice?.taxCode ?? "",
      order.shippingAddress.state,
    ],
    amounts: byPlaceOfSupply(
      kind === "invoice" ? amountsOf(order) : givenBack(order, amount),
      isAcrossStates(order.shippingAddress.state, seller ? seller.state : stateToday),
    ),
  }));
}

interface Amounts {
  goods: Paise;
  cgst: Paise;
  sgst: Paise;
  coupon: Paise;
  paid: Paise;
}

const amountsOf = ({ subtotal, cgst, sgst, coupon, payable }: OrderRow): Amounts => ({
  goods: subtotal,
  cgst,
  sgst,
  coupon: -coupon,
  paid: payable,
});

/** A part given back is the same part of everything; what rounding leaves over belongs to the goods. */
function givenBack(order: OrderRow, amount: Paise): Amounts {
  const share = (paise: Paise) => Math.round((paise * amount) / order.payable);
  const [cgst, sgst, coupon] = [share(order.cgst), share(order.sgst), share(order.coupon)];
  return { goods: cgst + sgst - coupon - amount, cgst: -cgst, sgst: -sgst, coupon, paid: -amount };
}

/** As the columns have them: across states both taxes are one, as on the invoice (D8). */
const byPlaceOfSupply = ({ goods, cgst, sgst, coupon, paid }: Amounts, acrossStates: boolean): Paise[] =>
  // No minus in front of nothing.
  (acrossStates ? [goods, cgst + sgst, 0, 0, coupon, paid] : [goods, 0, cgst, sgst, coupon, paid]).map(
    (paise) => paise || 0,
  );

/** A month by the shop's clock. @throws CommandRefused */
function boundsOf(month: string): { from: Date; to: Date } {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined)
    throw new CommandRefused(`--month ${month || "…"} is no month. Write it like 2026-11.`);
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${month}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

const inRupees = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));

const csvOf = (rows: (string | number)[][]): string =>
  rows.map((row) => row.map(csvCell).join(",")).join("\n");

/** A spreadsheet must not take a customer's name for a formula. */
function csvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
