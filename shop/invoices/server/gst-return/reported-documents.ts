import { formatDate } from "#contract/dates.ts";
import { findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";
import { isLarge } from "../../gst-return-rules.ts";
import type { TaxDocument } from "../tax-documents.ts";

/** A document with where in the return it belongs. */
export interface ReportedDocument {
  document: TaxDocument;
  /** Of a registered buyer; null for everyone else. */
  buyer: string | null;
  section: "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur";
  /** Minus one for what goes back. */
  sign: 1 | -1;
}

/**
 * Where a document belongs. A credit note stands where its invoice stands: beside it when that was reported by itself,
 * else it lessens the sums of small sales.
 */
export function toReported(document: TaxDocument): ReportedDocument {
  const { row, order, corrects, facts } = document;
  const buyer = findBuyer(document);
  const isSale = row.kind === "invoice";
  const sale = isSale ? row : (corrects ?? { amount: order.payable, issuedAt: row.issuedAt });
  const isByItself = facts.isInterState && isLarge(sale.amount, toDay(sale.issuedAt));
  const section = buyer ? (isSale ? "b2b" : "cdnr") : !isByItself ? "b2cs" : isSale ? "b2cl" : "cdnur";
  return { document, buyer, section, sign: isSale ? 1 : -1 };
}

/** The GSTIN that the invoice names, if it is one. */
function findBuyer({ recipient: { companyInvoice } }: TaxDocument): string | null {
  const gstin = companyInvoice && normaliseGstin(companyInvoice.taxCode);
  return gstin && findGstinError(gstin) === null ? gstin : null;
}

/** Their lines; money alone brings no pieces back, unless it is all of it. */
export function* listLines(reported: readonly ReportedDocument[]) {
  for (const { document, sign } of reported) {
    const { row, order, facts } = document;
    const areCounted = sign === 1 || row.pieces !== null || row.amount === order.payable;
    for (const line of facts.lines) yield { line, sign, quantity: areCounted ? line.quantity : 0 };
  }
}

/** `2026-11-05`: a day of the shop's calendar. */
const toDay = (moment: Date): string => listParts(moment).toReversed().join("-");

/** `05-11-2026`, as the return writes it. */
export const toReturnDate = (moment: Date): string => listParts(moment).join("-");

const listParts = (moment: Date): string[] =>
  (formatDate(moment) ?? "").split("/").map((part) => part.padStart(2, "0"));
