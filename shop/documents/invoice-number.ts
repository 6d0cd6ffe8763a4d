import { toShopMonth } from "#contract/dates.ts";

/** The tax documents. The numbers of each kind are a separate series (D92). */
export const invoiceKinds = ["invoice", "credit-note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

const FIRST_MONTH = 4;

/** Returns the Indian financial year, for example `26-27`. It begins on 1 April in the shop's time zone. */
export function getFinancialYear(date: Date): string {
  const { year, month } = toShopMonth(date);
  const startYear = month >= FIRST_MONTH ? year : year - 1;
  return `${formatTwoDigits(startYear)}-${formatTwoDigits(startYear + 1)}`;
}

/** Returns the name of a document's number series. The numbers of a series have no gaps (D92). */
export const getSeries = (kind: InvoiceKind, issuedAt: Date): string =>
  `${kind === "credit-note" ? "CN" : ""}${getFinancialYear(issuedAt)}`;

export const getChallanSeries = (issuedAt: Date): string => `DC${getFinancialYear(issuedAt)}`;

/** Returns for example `26-27/000123`. The tax office allows at most 16 characters. */
export const formatInvoiceNumber = (series: string, serial: number): string =>
  `${series}/${String(serial).padStart(6, "0")}`;

const formatTwoDigits = (year: number) => String(year % 100).padStart(2, "0");
