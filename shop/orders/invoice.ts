import { fromRupees, type Paise, rupeesGrouped } from "#contract/money.ts";
import { shopDate } from "#contract/dates.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { isAcrossStates, taxLabels } from "#shop/pricing/totals.ts";
import { itemTitle, type Order, orderFallbacks } from "./order.ts";
import { addressLines, billTo, contactName, lines, printable, sellerLines } from "./invoice-parties.ts";

/** A name and what stands beside it. */
interface InvoiceFact {
  label: string;
  value: string;
}

/** What the document says, line by line, ready to be drawn: amounts are grouped the Indian way (D7). */
export interface Invoice {
  fileName: string;
  title: "Tax Invoice" | "Order summary";
  seller: { name: string; lines: string[] };
  facts: InvoiceFact[];
  billTo: string[];
  shipTo: string[];
  items: { product: string; quantity: string; price: string; total: string }[];
  /** The last one is the grand total. */
  totals: InvoiceFact[];
  paymentMethod: string;
  thanks: string;
}

export const invoiceColumns = ["Product", "Quantity", "Price", "Total"] as const;

/**
 * A tax invoice once the order has its serial number, before that a summary (D92). `today` is the seller as far as
 * known; an invoice names the one who sold it, on the day it was given, and says the same for ever.
 */
export function invoiceOf(order: Order, today: NamedSeller | null): Invoice {
  const { orderId, invoiceNumber } = order;
  const seller = order.soldBy ?? today;
  return {
    fileName: `${orderId}.pdf`,
    title: invoiceNumber ? "Tax Invoice" : "Order summary",
    seller: { name: printable(seller?.tradeName ?? ""), lines: seller ? sellerLines(seller) : [] },
    facts: [
      ...(invoiceNumber ? [fact("Invoice number", invoiceNumber)] : []),
      fact("Order ID", orderId),
      fact("Date", shopDate(order.invoicedAt ?? order.createdAt) ?? orderFallbacks.date),
      fact("Place of supply", order.shippingAddress.state),
      // It was paid when it was given; money that went back later has a credit note.
      fact("Payment", invoiceNumber ? "Completed" : order.paymentStatus),
    ].filter(({ value }) => value),
    billTo: billTo(order),
    shipTo: lines(contactName(order), ...addressLines(order)),
    items: order.items.map((item) => {
      const price = paise(item.price);
      return {
        product: printable(itemTitle(item)),
        quantity: String(item.quantity),
        price: rupeesGrouped(price),
        total: rupeesGrouped(price * item.quantity),
      };
    }),
    totals: totalsOfInvoice(order, seller),
    paymentMethod: paymentMethodOf(order),
    thanks: printable(
      `Thank you for buying from ${seller?.tradeName || "us"}. May it serve you well, every day.`,
    ),
  };
}

/** How it was paid, in capitals (§2.15). */
export const paymentMethodOf = ({ paymentMethod }: Pick<Order, "paymentMethod">): string =>
  printable(paymentMethod ?? "").toUpperCase() || orderFallbacks.paymentMethod;

/** Within one state central and state tax, across states their sum as one (D8). The lines add up to the paisa (D6). */
function totalsOfInvoice(order: Order, seller: NamedSeller | null): InvoiceFact[] {
  const { cgst: central, sgst: state } = order.taxRates;
  const labels = taxLabels(order.taxRates);
  const amount = (label: string, value: Paise, sign = "") => ({
    label,
    value: `${sign}${rupeesGrouped(value)}`,
  });
  const [cgst, sgst, discount] = [paise(order.cgst), paise(order.sgst), paise(order.discount)];
  return [
    amount("Subtotal", paise(order.subtotal)),
    ...(isAcrossStates(order.shippingAddress.state, seller?.state)
      ? [amount(`IGST ${central + state}%`, cgst + sgst)]
      : [amount(labels.cgst, cgst), amount(labels.sgst, sgst)]),
    amount("Total amount", paise(order.totalAmount)),
    amount("Coupon discount", discount, discount > 0 ? "-" : ""),
    amount("Grand total", paise(order.grandTotal)),
  ];
}

const fact = (label: string, value: string): InvoiceFact => ({ label, value: printable(value) });

const paise = (inRupees: number): Paise => fromRupees(inRupees) ?? 0;
