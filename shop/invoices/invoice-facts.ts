import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import type { InvoiceSource } from "./invoice-source.ts";
import type { InvoiceFact } from "./invoice-totals.ts";
import { orderFallbacks } from "#shop/orders/order.ts";
import { formatPlaceOfSupply } from "#shop/orders/place-of-supply.ts";

/** What stands beside the seller. */
export function listFacts({
  kind,
  orderId,
  orderedAt,
  given,
  corrects,
  placeOfSupply,
  paymentStatus,
}: InvoiceSource) {
  const date = (moment: Date) => formatDate(moment) ?? orderFallbacks.date;
  return [
    ...(given ? [buildFact(kind === "invoice" ? "Invoice number" : "Credit note number", given.number)] : []),
    buildFact("Date", date(given?.issuedAt ?? orderedAt)),
    ...(corrects ? [buildFact("Corrects invoice", `${corrects.number} of ${date(corrects.issuedAt)}`)] : []),
    buildFact("Order ID", orderId),
    ...(given ? [buildFact("Order date", date(orderedAt))] : []),
    buildFact("Place of supply", formatPlaceOfSupply(placeOfSupply)),
    ...(given ? [buildFact("Reverse charge", "No")] : [buildFact("Payment", paymentStatus)]),
  ].filter(({ value }) => value);
}

/** Said on the papers of an order that was cancelled, or whose money went back. */
export function listNotices({ kind, cancelledAt, credits }: InvoiceSource): string[] {
  if (kind === "credit-note") return [];
  return [
    ...(cancelledAt ? [`This order was cancelled on ${formatDate(cancelledAt)}.`] : []),
    ...credits.map(
      ({ number, issuedAt, amount }) =>
        `${formatRupeesGrouped(amount)} was refunded with credit note ${number} of ${formatDate(issuedAt)}.`,
    ),
  ];
}

/** How the figures are to be read. */
export function listNotes({ kind, facts, payable, pieces }: InvoiceSource): string[] {
  return [
    ...(facts.coupon > 0
      ? ["The coupon is taken off after tax: it does not lessen the taxable value or the tax."]
      : []),
    ...(facts.roundOff === 0 ? [] : ["The round-off is what the tax, rounded to the paisa, differs by."]),
    ...(facts.amount < payable && pieces === null
      ? [
          "Each line is credited in the part of what was paid that goes back; quantity and price are the invoice's.",
        ]
      : []),
    ...(kind === "summary"
      ? ["This is not a tax invoice. The invoice is given when the payment is complete."]
      : [`This ${kind === "invoice" ? "invoice" : "credit note"} was made by computer.`]),
  ];
}

const buildFact = (label: string, value: string): InvoiceFact => ({ label, value: toPrintable(value) });
