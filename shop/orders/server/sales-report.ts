import { and, eq, gte, lt } from "drizzle-orm";
import { type Paise, toRupees } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { findSeller } from "#server/seller";
import { isAcrossStates } from "#shop/pricing/tax-rates.ts";
import { invoice, type OrderRow, orders } from "./tables.ts";

interface Line {
  texts: string[];
  /** In paise, as `COLUMNS.amounts` names them. */
  amounts: number[];
}

export async function listSales(context: Context, month: string): Promise<Line[]> {
  const { from, to } = getBounds(month);
  const stateToday = findSeller(context)?.state;
  const rows = await context.db
    .select({ invoice, order: orders })
    .from(invoice)
    .innerJoin(orders, eq(orders.id, invoice.orderId))
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)))
    .orderBy(invoice.issuedAt, invoice.number);
  return rows.map(({ invoice: { number, kind, amount, issuedAt, seller }, order }) => ({
    texts: [
      number,
      formatDate(issuedAt) ?? "",
      order.orderId,
      order.companyInvoice?.name ?? `${order.contact.firstName} ${order.contact.lastName}`,
      order.companyInvoice?.taxCode ?? "",
      order.shippingAddress.state,
    ],
    amounts: splitByPlaceOfSupply(
      kind === "invoice" ? getAmounts(order) : calculateRefunded(order, amount),
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

const getAmounts = ({ subtotal, cgst, sgst, coupon, payable }: OrderRow): Amounts => ({
  goods: subtotal,
  cgst,
  sgst,
  coupon: -coupon,
  paid: payable,
});

/** A part given back is the same part of everything; what rounding leaves over belongs to the goods. */
function calculateRefunded(order: OrderRow, amount: Paise): Amounts {
  const share = (paise: Paise) => Math.round((paise * amount) / order.payable);
  const [cgst, sgst, coupon] = [share(order.cgst), share(order.sgst), share(order.coupon)];
  return { goods: cgst + sgst - coupon - amount, cgst: -cgst, sgst: -sgst, coupon, paid: -amount };
}

/** As the columns have them: across states both taxes are one, as on the invoice (D8). */
const splitByPlaceOfSupply = ({ goods, cgst, sgst, coupon, paid }: Amounts, acrossStates: boolean): Paise[] =>
  // No minus in front of nothing.
  (acrossStates ? [goods, cgst + sgst, 0, 0, coupon, paid] : [goods, 0, cgst, sgst, coupon, paid]).map(
    (paise) => paise || 0,
  );

/** A month by the shop's clock. @throws CommandRefused */
function getBounds(month: string): { from: Date; to: Date } {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined)
    throw new CommandRefused(`--month ${month || "…"} is no month. Write it like 2026-11.`);
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${month}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

export const toRupeesRow = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));
