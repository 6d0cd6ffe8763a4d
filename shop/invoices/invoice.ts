import { formatAmountInWords } from "#contract/amount-in-words.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { listFacts, listNotes, listNotices } from "./invoice-facts.ts";
import { getPaymentMethod, orderFallbacks } from "#shop/orders/order.ts";
import { listShipToLines } from "#shop/orders/recipient.ts";
import { toPrintable } from "#contract/text.ts";
import { listBillToLines, listSellerLines } from "./invoice-parties.ts";
import type { InvoiceSource } from "./invoice-source.ts";
import { type InvoiceFact, listTaxes, listTotals } from "./invoice-totals.ts";
import { toPaperName } from "./paper-names.ts";

/** What the document says, line by line, ready to be drawn: amounts are grouped the Indian way (D7). */
export interface Invoice {
  fileName: string;
  title: "Tax Invoice" | "Credit Note" | "Order summary";
  /** Of the document, or of the order where it has none. */
  serial: string;
  seller: { name: string; lines: string[] };
  facts: InvoiceFact[];
  /** What became of it since: cancelled, refunded. */
  notices: string[];
  billTo: string[];
  shipTo: string[];
  columns: string[];
  /** A text for each column; the HSN stands below the product. */
  items: { product: string; hsn: string; figures: string[] }[];
  /** The last one is the grand total. */
  totals: InvoiceFact[];
  amountInWords: string;
  paymentMethod: string;
  /** How the figures are to be read. */
  notes: string[];
  /** Who signs; none where nothing is signed. */
  signedFor: string;
  thanks: string;
}

const TITLES = { invoice: "Tax Invoice", "credit-note": "Credit Note", summary: "Order summary" } as const;

/** A tax invoice once the order has its serial number, before that a summary (D92); a refund has a credit note. */
export function buildInvoice(source: InvoiceSource): Invoice {
  const { kind, orderId, given, seller, recipient, facts, rates } = source;
  const taxes = listTaxes(rates, facts.isInterState);
  const name = seller?.tradeName || "us";
  return {
    fileName: getFileName(source),
    title: TITLES[kind],
    serial: given?.number ?? orderId,
    seller: { name: toPrintable(seller?.tradeName ?? ""), lines: seller ? listSellerLines(seller) : [] },
    facts: listFacts(source),
    notices: listNotices(source),
    billTo: listBillToLines(recipient),
    shipTo: listShipToLines(recipient),
    columns: ["Product", "Quantity", "Price", "Taxable value", ...taxes.map(({ label }) => label), "Total"],
    items: facts.lines.map((line) => ({
      product: toPrintable(line.title) || orderFallbacks.productName,
      hsn: line.hsn ? `HSN ${toPrintable(line.hsn)}` : "",
      figures: [
        String(line.quantity),
        ...[
          line.unitPrice,
          line.taxable,
          ...taxes.map(({ tax }) => line[tax]),
          line.taxable + line.igst + line.cgst + line.sgst,
        ].map(formatRupeesGrouped),
      ],
    })),
    totals: listTotals(facts, rates, {
      last: kind === "credit-note" ? "Refunded" : "Grand total",
      withRoundOff: kind !== "summary",
    }),
    amountInWords: formatAmountInWords(facts.amount),
    paymentMethod: getPaymentMethod({ paymentMethod: source.paymentMethod ?? "" }),
    notes: listNotes(source),
    signedFor: kind === "summary" ? "" : toPrintable(seller?.legalName ?? seller?.tradeName ?? ""),
    thanks: toPrintable(`Thank you for buying from ${name}. May it serve you well, every day.`),
  };
}

/** The invoice is `{orderId}.pdf` (§2.15, D69); an order may have several credit notes. */
const getFileName = ({ kind, orderId, given }: InvoiceSource): string =>
  kind === "credit-note" && given ? `${orderId}-${toPaperName(given.number)}.pdf` : `${orderId}.pdf`;
