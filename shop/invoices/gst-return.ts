/* GSTR-1 as the offline tool of the GST network writes it; amounts in rupees, dates dd-mm-yyyy. */

/** Taxes of one rate; IGST to another state, CGST and SGST within one. */
export interface RatedAmounts {
  rt: number;
  txval: number;
  iamt?: number;
  camt?: number;
  samt?: number;
  /** Cess: there is none on these goods. */
  csamt: number;
}

export interface ReturnItem {
  num: number;
  itm_det: RatedAmounts;
}

interface Reported {
  val: number;
  itms: ReturnItem[];
}

export interface LargeInvoice extends Reported {
  inum: string;
  idt: string;
}

interface ToRegistered {
  pos: string;
  rchrg: "N";
  /** A regular sale: neither to a special economic zone nor a deemed export. */
  inv_typ: "R";
}

export interface BusinessInvoice extends LargeInvoice, ToRegistered {}

interface Note extends Reported {
  ntty: "C";
  nt_num: string;
  nt_dt: string;
}

export interface BusinessNote extends Note, ToRegistered {}

export interface LargeNote extends Note {
  typ: "B2CL";
  pos: string;
}

export interface SmallSales extends RatedAmounts {
  sply_ty: "INTER" | "INTRA";
  pos: string;
  /** Not by way of an e-commerce operator. */
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

/** A section with nothing in it is left out. */
export interface GstReturn {
  gstin: string;
  /** The month as MMYYYY. */
  fp: string;
  version: string;
  hash: "hash";
  b2b?: { ctin: string; inv: BusinessInvoice[] }[];
  b2cl?: { pos: string; inv: LargeInvoice[] }[];
  b2cs?: SmallSales[];
  cdnr?: { ctin: string; nt: BusinessNote[] }[];
  cdnur?: LargeNote[];
  hsn?: { hsn_b2b: HsnSummary[]; hsn_b2c: HsnSummary[] } | { data: HsnSummary[] };
  doc_issue?: { doc_det: IssuedDocuments[] };
}

/** That of the offline tool whose files look like this. */
export const SCHEMA_VERSION = "GST3.2.4";

/** The unit in which everything here is sold. */
export const UNIT = { code: "PCS", name: "PCS-PIECES" } as const;
