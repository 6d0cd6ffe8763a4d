import type { Paise } from "#contract/money.ts";

/** Kinds of documents issued, as table 13 numbers them. */
export const documentKinds = {
  invoice: { doc_num: 1, doc_typ: "Invoices for outward supply" },
  "credit-note": { doc_num: 5, doc_typ: "Credit Note" },
} as const;

/**
 * Above which value an invoice to another state and to no registered buyer is reported by itself (B2CL): rule 59(4) of
 * the CGST Rules, as changed from 1 August 2024 by notification 12/2024 – Central Tax. The newest first.
 */
const largeAbove: readonly { from: string; paise: Paise }[] = [
  { from: "2024-08-01", paise: 1_00_000_00 },
  { from: "2017-07-01", paise: 2_50_000_00 },
];

/** Whether an invoice of a day, as yyyy-mm-dd, is one of those. */
export const isLarge = (value: Paise, day: string): boolean =>
  value > (largeAbove.find(({ from }) => from <= day)?.paise ?? 0);

/** From this month on the HSN summary (table 12) parts registered buyers from the others: advisory of 1 May 2025. */
const HSN_PARTED_FROM = "2025-05";

export const isHsnParted = (month: string): boolean => month >= HSN_PARTED_FROM;
