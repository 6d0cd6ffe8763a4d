import { type Paise, formatRupeesGrouped, toPaise } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { getTaxLabels } from "#shop/pricing/tax-rates.ts";
import { findPlaceOfSupply, formatPlaceOfSupply, isInterState } from "./place-of-supply.ts";
import { getItemTitle, type Order, orderFallbacks } from "./order.ts";
import {
  listAddressLines,
  listBillToLines,
  getContactName,
  toLines,
  toPrintable,
  listSellerLines,
} from "./invoice-parties.ts";

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
export function buildInvoice(order: Order, today: NamedSeller | null): Invoice {
  const { orderId, invoiceNumber } = order;
  const seller = order.soldBy ?? today;
  return {
    fileName: `${orderId}.pdf`,
    title: invoiceNumber ? "Tax Invoice" : "Order summary",
    seller: { name: toPrintable(seller?.tradeName ?? ""), lines: seller ? listSellerLines(seller) : [] },
    facts: [
      ...(invoiceNumber ? [buildFact("Invoice number", invoiceNumber)] : []),
      buildFact("Order ID", orderId),
      buildFact("Date", formatDate(order.invoicedAt ?? order.createdAt) ?? orderFallbacks.date),
      buildFact("Place of supply", formatPlaceOfSupply(findPlaceOfSupply(order.shippingAddress))),
      // It was paid when it was given; money that went back later has a credit note.
      buildFact("Payment", invoiceNumber ? "Completed" : order.paymentStatus),
    ].filter(({ value }) => value),
    billTo: listBillToLines(order),
    shipTo: toLines(getContactName(order), ...listAddressLines(order)),
    items: order.items.map((item) => {
      const price = toPaise(item.price);
      return {
        product: toPrintable(getItemTitle(item)),
        quantity: String(item.quantity),
        price: formatRupeesGrouped(price),
        total: formatRupeesGrouped(price * item.quantity),
      };
    }),
    totals: listTotals(order, seller),
    paymentMethod: getPaymentMethod(order),
    thanks: toPrintable(
      `Thank you for buying from ${seller?.tradeName || "us"}. May it serve you well, every day.`,
    ),
  };
}

/** How it was paid, in capitals (§2.15). */
export const getPaymentMethod = ({ paymentMethod }: Pick<Order, "paymentMethod">): string =>
  toPrintable(paymentMethod ?? "").toUpperCase() || orderFallbacks.paymentMethod;

/** Within one state central and state tax, across states their sum as one (D8). The lines add up to the paisa (D6). */
function listTotals(order: Order, seller: NamedSeller | null): InvoiceFact[] {
  const { cgst: central, sgst: state } = order.taxRates;
  const labels = getTaxLabels(order.taxRates);
  const amount = (label: string, value: Paise, sign = "") => ({
    label,
    value: `${sign}${formatRupeesGrouped(value)}`,
  });
  const [cgst, sgst, discount] = [toPaise(order.cgst), toPaise(order.sgst), toPaise(order.discount)];
  return [
    amount("Subtotal", toPaise(order.subtotal)),
    ...(isInterState(findPlaceOfSupply(order.shippingAddress), seller)
      ? [amount(`IGST ${central + state}%`, cgst + sgst)]
      : [amount(labels.cgst, cgst), amount(labels.sgst, sgst)]),
    amount("Total amount", toPaise(order.totalAmount)),
    amount("Coupon discount", discount, discount > 0 ? "-" : ""),
    amount("Grand total", toPaise(order.grandTotal)),
  ];
}

const buildFact = (label: string, value: string): InvoiceFact => ({ label, value: toPrintable(value) });
