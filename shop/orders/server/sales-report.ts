import { toRupees } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { formatPlaceOfSupply } from "../place-of-supply.ts";
import { listTaxDocuments, type TaxDocument } from "./tax-documents.ts";

interface Line {
  texts: string[];
  /** In paise, as `COLUMNS.amounts` names them. */
  amounts: number[];
}

export async function listSales(context: Context, month: string): Promise<Line[]> {
  const documents = await listTaxDocuments(context, getMonthBounds(month));
  return documents.map((document) => ({ texts: listTexts(document), amounts: listAmounts(document) }));
}

const listTexts = ({ row, order, placeOfSupply, recipient: { companyInvoice, contact } }: TaxDocument) => [
  row.number,
  formatDate(row.issuedAt) ?? "",
  order.orderId,
  companyInvoice?.name ?? `${contact.firstName} ${contact.lastName}`,
  companyInvoice?.taxCode ?? "",
  formatPlaceOfSupply(placeOfSupply),
];

/** What a credit note says is given back, so all of it is the other way round. */
function listAmounts({ row, facts }: TaxDocument): number[] {
  const { taxable, igst, cgst, sgst, coupon, roundOff, amount } = facts;
  const sign = row.kind === "invoice" ? 1 : -1;
  // No minus in front of nothing.
  return [taxable, igst, cgst, sgst, -coupon, roundOff, amount].map((paise) => sign * paise || 0);
}

/** A month by the shop's clock. @throws CommandRefused */
export function getMonthBounds(month: string): { from: Date; to: Date } {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined)
    throw new CommandRefused(`--month ${month || "…"} is no month. Write it like 2026-11.`);
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${month}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

export const toRupeesRow = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));
