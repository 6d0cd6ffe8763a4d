import { shopMonth } from "#contract/dates.ts";

/** What is numbered: the invoice of a paid order, the credit note of money given back (D92). */
export const invoiceKinds = ["invoice", "credit-note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

const FIRST_MONTH = 4;

/** `26-27`: the Indian financial year of a moment, from 1 April, by the shop's clock. */
export function financialYear(moment: Date): string {
  const { year, month } = shopMonth(moment);
  const begins = month >= FIRST_MONTH ? year : year - 1;
  return `${twoDigits(begins)}-${twoDigits(begins + 1)}`;
}

/** The series a document belongs to; each has its own numbers without a gap (D92). */
export const seriesOf = (kind: InvoiceKind, issuedAt: Date): string =>
  `${kind === "credit-note" ? "CN" : ""}${financialYear(issuedAt)}`;

/** `26-27/000123`. At most 16 characters, as the tax office asks. */
export const invoiceNumber = (series: string, serial: number): string =>
  `${series}/${String(serial).padStart(6, "0")}`;

const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
