import type { Paise } from "#contract/money.ts";
import type { UNIT } from "../tax-facts.ts";

/* The file format of GSTR-1 in the GST network's offline tool. Amounts are in rupees, dates are dd-mm-yyyy. */

/** Amounts at one tax rate: IGST for a sale to another state, otherwise CGST and SGST. */
export interface RatedAmounts {
  rt: number;
  txval: number;
  iamt?: number;
  camt?: number;
  samt?: number;
  /** Cess; always zero, because these goods have none. */
  csamt: number;
}

export interface ReturnItem {
  num: number;
  itm_det: RatedAmounts;
}

interface ReportedAmount {
  val: number;
  itms: ReturnItem[];
}

export interface LargeInvoice extends ReportedAmount {
  inum: string;
  idt: string;
}

interface RegisteredSale {
  pos: string;
  rchrg: "N";
  /** `R` is a regular sale. Sales to a special economic zone and deemed exports have other codes. */
  inv_typ: "R";
}

export interface BusinessInvoice extends LargeInvoice, RegisteredSale {}

interface Note extends ReportedAmount {
  ntty: "C";
  nt_num: string;
  nt_dt: string;
}

export interface BusinessNote extends Note, RegisteredSale {}

export interface LargeNote extends Note {
  typ: "B2CL";
  pos: string;
}

export interface SmallSales extends RatedAmounts {
  sply_ty: "INTER" | "INTRA";
  pos: string;
  /** `OE`: the sale was not made through an e-commerce operator. */
  typ: "OE";
}

export interface HsnSummary extends Required<RatedAmounts> {
  num: number;
  hsn_sc: string;
  uqc: typeof UNIT.code;
  qty: number;
}

export interface IssuedDocuments {
  doc_num: number;
  doc_typ: string;
  docs: { num: number; from: string; to: string; totnum: number; cancel: number; net_issue: number }[];
}

/** The GSTR-1 return. Empty sections are omitted. */
export interface GstReturn {
  gstin: string;
  /** The month, as MMYYYY. */
  fp: string;
  version: string;
  hash: "hash";
  b2b?: { ctin: string; inv: BusinessInvoice[] }[];
  b2cl?: { pos: string; inv: LargeInvoice[] }[];
  b2cs?: SmallSales[];
  cdnr?: { ctin: string; nt: BusinessNote[] }[];
  cdnur?: LargeNote[];
  hsn?: { hsn_b2b?: HsnSummary[]; hsn_b2c?: HsnSummary[] } | { data: HsnSummary[] };
  doc_issue?: { doc_det: IssuedDocuments[] };
}

/** The version of the offline tool that uses this file format. */
export const SCHEMA_VERSION = "GST3.2.4";

/** The kinds of documents, with their numbers and titles in table 13. */
export const documentKinds = {
  invoice: { doc_num: 1, doc_typ: "Invoices for outward supply" },
  "credit-note": { doc_num: 5, doc_typ: "Credit Note" },
  challan: {
    doc_num: 12,
    doc_typ: "Delivery Challan in cases other than by way of supply (excluding at S no. 9 to 11)",
  },
} as const;

/**
 * Invoices above these values to unregistered buyers in another state are listed individually (B2CL). See rule 59(4) of
 * the CGST Rules, as amended by notification 12/2024 – Central Tax from 1 August 2024.
 */
const largeAbove: readonly { from: string; paise: Paise }[] = [
  { from: "2024-08-01", paise: 1_00_000_00 },
  { from: "2017-07-01", paise: 2_50_000_00 },
];

export const isLarge = (value: Paise, day: string): boolean =>
  value > (largeAbove.find(({ from }) => from <= day)?.paise ?? 0);

/** The first month with separate HSN lists (table 12) for registered and other buyers (advisory of 1 May 2025). */
const HSN_PARTED_FROM = "2025-05";

export const isHsnParted = (month: string): boolean => month >= HSN_PARTED_FROM;
