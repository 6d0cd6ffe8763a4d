import { toShopMonth } from "#contract/dates.ts";

/** The documents with a serial number: the invoice of a paid order, and the credit note of a refund (D92). */
export const invoiceKinds = ["invoice", "credit-note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

const FIRST_MONTH = 4;

/** `26-27`: the Indian financial year of a moment, which begins on 1 April, on the shop's clock. */
export function getFinancialYear(date: Date): string {
  const { year, month } = toShopMonth(date);
  const startYear = month >= FIRST_MONTH ? year : year - 1;
  return `${formatTwoDigits(startYear)}-${formatTwoDigits(startYear + 1)}`;
}

/** The series of a document; each series has its own numbers without a gap (D92). */
export const getSeries = (kind: InvoiceKind, issuedAt: Date): string =>
  `${kind === "credit-note" ? "CN" : ""}${getFinancialYear(issuedAt)}`;

/** The series of a delivery challan; it has no gap either. */
export const getChallanSeries = (issuedAt: Date): string => `DC${getFinancialYear(issuedAt)}`;

/** `26-27/000123`. At most 16 characters, as the tax office requires. */
export const formatInvoiceNumber = (series: string, serial: number): string =>
  `${series}/${String(serial).padStart(6, "0")}`;

const formatTwoDigits = (year: number) => String(year % 100).padStart(2, "0");
