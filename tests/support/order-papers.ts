import { formatInvoiceNumber, getSeries, type InvoiceKind } from "../../shop/orders/server/invoice-number.ts";
import { sampleSeller } from "./sample-seller.ts";
import type { SoldOrder } from "./sold-orders.ts";

interface Paper {
  kind: InvoiceKind;
  orderId: string;
  amount: number;
  issuedAt: Date;
}

/** The invoice of an order, and the credit notes of what went back. */
export function listPapers({ id, payable, each }: { id: string; payable: number; each: SoldOrder }): Paper[] {
  const sale: Paper = { kind: "invoice", orderId: id, amount: payable, issuedAt: each.soldOn };
  const notes = each.refunds.map(({ part, on }, at): Paper => {
    // One after another, after the sale, and together no more than was paid.
    const issuedAt = new Date(Math.max(on.getTime(), each.soldOn.getTime()) + at + 1);
    return { kind: "credit-note", orderId: id, amount: Math.floor(payable * part), issuedAt };
  });
  return [sale, ...notes.filter(({ amount }) => amount > 0)];
}

/** With numbers in the order of their days, and the seller of the day. */
export function numberPapers(papers: readonly Paper[]) {
  const given = { invoice: 0, "credit-note": 0 };
  const invoiceOf = new Map<string, string>();
  const { gstin, state, tradeName, phone, email } = sampleSeller;
  return papers
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map((paper) => {
      const number = formatInvoiceNumber(getSeries(paper.kind, paper.issuedAt), ++given[paper.kind]);
      if (paper.kind === "invoice") invoiceOf.set(paper.orderId, number);
      const corrects = paper.kind === "invoice" ? null : (invoiceOf.get(paper.orderId) ?? null);
      return { ...paper, number, corrects, seller: { gstin, state, tradeName, phone, email } };
    });
}
