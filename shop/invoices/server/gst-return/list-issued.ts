import type { IssuedDocuments } from "../../gst-return.ts";
import { documentKinds } from "../../gst-return-rules.ts";
import { getSeries, type InvoiceKind, invoiceKinds } from "#shop/orders/invoice-number.ts";
import type { TaxDocument } from "../tax-documents.ts";

/** Table 13: each series with its first and last number. */
export const listIssued = (documents: readonly TaxDocument[]): IssuedDocuments[] =>
  invoiceKinds
    .map((kind) => ({ ...documentKinds[kind], docs: listSeries(documents, kind) }))
    .filter(({ docs }) => docs.length > 0);

function listSeries(documents: readonly TaxDocument[], kind: InvoiceKind): IssuedDocuments["docs"] {
  const rows = documents.flatMap(({ row }) => (row.kind === kind ? [row] : []));
  const series = Map.groupBy(rows, ({ issuedAt }) => getSeries(kind, issuedAt));
  return [...series.values()].map((given, at) => {
    const numbers = given.map(({ number }) => number).toSorted();
    const totnum = numbers.length;
    const [from = "", to = ""] = [numbers[0], numbers.at(-1)];
    return { num: at + 1, from, to, totnum, cancel: 0, net_issue: totnum };
  });
}
