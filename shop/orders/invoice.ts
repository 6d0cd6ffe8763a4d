import { fromRupees, type Paise, rupeesGrouped } from "#contract/money.ts";
import { shopDate } from "#contract/time.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { customerName, itemTitle, type Order, orderFallbacks } from "./order.ts";
import { isAcrossStates, taxLabels } from "#shop/pricing/totals.ts";

/** A name and what stands beside it. */
export interface InvoiceFact {
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

/**
 * A text on one line, without what is no letter: control characters, and the invisible ones that turn the
 * direction of writing and could make a document read differently from what it says. A joiner after a sign that
 * silences a vowel belongs to the letters of several Indian scripts.
 */
export const printable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/(?!(?<=\p{M})[\u200C\u200D])\p{Cf}/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();

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

const sellerLines = ({ legalName, address, gstin, phone, email }: NamedSeller): string[] =>
  lines(
    legalName,
    address?.street,
    address && joined(address.city, address.state, address.zipCode),
    address?.country,
    gstin && `GSTIN ${gstin}`,
    joined(phone, email),
  );

/** The company that asked for the invoice (D61), else the customer at the shipping address (D71). */
function billTo(order: Order): string[] {
  const { companyInvoice: company, contact } = order;
  if (company) return lines(company.name, company.address, `GSTIN ${company.taxCode}`, company.email);
  return lines(contactName(order), ...addressLines(order), contact.email || orderFallbacks.email);
}

/** The name typed at the checkout counts; older orders have the account's (D61). */
const contactName = (order: Order): string =>
  [order.contact.firstName, order.contact.lastName].filter(Boolean).join(" ") || customerName(order);

const addressLines = ({ shippingAddress: { street, city, state, zipCode, country, phoneNumber } }: Order) => [
  street,
  joined(city, state, zipCode),
  country,
  phoneNumber && `Phone ${phoneNumber}`,
];

const lines = (...texts: (string | undefined)[]): string[] =>
  texts.map((text) => printable(text ?? "")).filter(Boolean);

const joined = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join(", ");
const fact = (label: string, value: string): InvoiceFact => ({ label, value: printable(value) });
const paise = (inRupees: number): Paise => fromRupees(inRupees) ?? 0;
