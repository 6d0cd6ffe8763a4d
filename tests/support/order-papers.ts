import { calculateWorth, countPieces, type PaidOrder, type Pieces } from "#shop/orders/returned-pieces.ts";
import type { PricedLine } from "#shop/pricing/totals.ts";
import type { Recipient } from "../../shop/orders/recipient.ts";
import { formatInvoiceNumber, getSeries, type InvoiceKind } from "../../shop/orders/server/invoice-number.ts";
import { sampleSeller } from "./sample-seller.ts";
import type { SoldOrder } from "./sold-orders.ts";

interface Paper {
  kind: InvoiceKind;
  orderId: string;
  amount: number;
  issuedAt: Date;
  recipient: Recipient | null;
  pieces: Pieces[] | null;
}

/** The invoice of an order, and the credit notes of what went back. */
export function listPapers(
  { refunds, soldOn, companyPlace }: SoldOrder,
  order: PaidOrder & Recipient & { id: string },
  lines: readonly (Pieces & PricedLine)[],
): Paper[] {
  const { id: orderId, payable, shippingAddress, contact, companyInvoice } = order;
  const recipient = companyPlace ? { shippingAddress, contact, companyInvoice, companyPlace } : null;
  const about = { orderId, recipient };
  let left = payable;
  const back: Pieces[] = [];
  const notes = refunds
    // One after another, after the sale, and together no more than was paid.
    .map((refund, at) => ({
      ...refund,
      issuedAt: new Date(Math.max(refund.on.getTime(), soldOn.getTime()) + at + 1),
    }))
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map(({ part, line, issuedAt }): Paper => {
      const pieces = line === undefined ? null : pickPieces(lines[line % lines.length], back, part);
      const worth = pieces ? calculateWorth(order, lines, back, pieces) : Math.floor(payable * part);
      const amount = Math.min(worth, left);
      left -= amount;
      if (amount > 0) back.push(...(pieces ?? []));
      return { ...about, kind: "credit-note", amount, issuedAt, pieces };
    });
  const sale: Paper = { ...about, kind: "invoice", amount: payable, issuedAt: soldOn, pieces: null };
  return [sale, ...notes.filter(({ amount }) => amount > 0)];
}

/** This part of the pieces that are left of a line, one at least; null where none is. */
function pickPieces(line: Pieces | undefined, back: readonly Pieces[], part: number): Pieces[] | null {
  const { productId, quantity } = line ?? { productId: "", quantity: 0 };
  const left = quantity - countPieces(back, productId);
  return left > 0 ? [{ productId, quantity: Math.max(1, Math.floor(left * part)) }] : null;
}

/** With numbers in the order of their days, each series by itself, and the seller of the day. */
export function numberPapers(papers: readonly Paper[]) {
  const given = new Map<string, number>();
  const invoiceOf = new Map<string, string>();
  const { gstin, state, tradeName, phone, email } = sampleSeller;
  return papers
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map((paper) => {
      const series = getSeries(paper.kind, paper.issuedAt);
      const serial = (given.get(series) ?? 0) + 1;
      given.set(series, serial);
      const number = formatInvoiceNumber(series, serial);
      if (paper.kind === "invoice") invoiceOf.set(paper.orderId, number);
      const corrects = paper.kind === "invoice" ? null : (invoiceOf.get(paper.orderId) ?? null);
      return { ...paper, number, corrects, seller: { gstin, state, tradeName, phone, email } };
    });
}
