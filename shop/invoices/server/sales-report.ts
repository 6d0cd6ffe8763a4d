import { toRupees } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import { parseMonth } from "#platform/operator/command-input.ts";
import type { Context } from "#platform/context.ts";
import { formatPlaceOfSupply } from "#shop/orders/place-of-supply.ts";
import { listTaxDocuments, type TaxDocument } from "./tax-documents.ts";

interface Line {
  texts: string[];
  /** In paise, as `COLUMNS.amounts` names them. */
  amounts: number[];
  /** What the goods are for GST, at which rate, and for a credit note which invoice it corrects. */
  more: string[];
}

export async function listSales(context: Context, month: string): Promise<Line[]> {
  const documents = await listTaxDocuments(context, parseMonth(month));
  return documents.map((document) => ({
    texts: listTexts(document),
    amounts: listAmounts(document),
    more: listMore(document),
  }));
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

function listMore({ facts: { lines }, corrects }: TaxDocument): string[] {
  const list = (values: readonly (string | number | null)[]) =>
    [...new Set(values)].filter(Boolean).join(", ");
  return [
    list(lines.map(({ hsn }) => hsn)),
    list(lines.map(({ rate }) => `${rate}%`)),
    corrects?.number ?? "",
  ];
}

export const toRupeesRow = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));
