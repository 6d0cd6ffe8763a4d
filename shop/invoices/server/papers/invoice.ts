import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { getPaymentMethod } from "#shop/orders/order.ts";
import { ORDER_RINGS, nameTreeRing, renderTreeRing } from "#shop/orders/tree-ring.ts";
import { orderFallbacks } from "#shop/orders/status.ts";
import {
  type CompanyInvoice,
  getBuyer,
  getBuyerPhone,
  listShipToLines,
  type Recipient,
  toLines,
} from "#shop/documents/recipient.ts";
import { joinTexts, toPrintable } from "#contract/text.ts";
import { toPaperName } from "../../paper-names.ts";
import { formatDate } from "#contract/dates.ts";
import { formatPlace } from "#contract/place.ts";
import {
  findCompanyState,
  formatPlaceOfSupply,
  type PlaceOfSupply,
} from "#shop/documents/place-of-supply.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { getStateTaxName } from "#shop/addresses/indian-states.ts";
import { type Rates, addRates } from "#shop/pricing/gst.ts";
import { sumShipping, type TaxFacts, UNIT } from "../tax-facts.ts";

/** The titles of an invoice's three copies (rule 48 (1) of the CGST rules). The buyer gets the first. */
const INVOICE_COPIES = ["Original for recipient", "Duplicate for transporter", "Triplicate for supplier"];

export const withAllCopies = (content: Invoice): Invoice =>
  content.title === TITLES.invoice ? { ...content, copies: INVOICE_COPIES } : content;

const TITLES = { invoice: "Tax Invoice", "credit-note": "Credit Note", summary: "Order summary" } as const;

/** Builds the content of a tax invoice, a credit note, or the summary of an order without an invoice (D92). */
export function buildInvoice(source: InvoiceSource) {
  const { kind, orderId, numberedDocument, seller, recipient, facts, placeOfSupply } = source;
  const rates = listRates(facts);
  const [rate] = rates;
  const taxes = listTaxes(facts.isInterState, placeOfSupply);
  const name = seller?.tradeName || "us";
  return {
    fileName: getFileName(source),
    title: TITLES[kind],
    serial: numberedDocument?.number ?? orderId,
    copies: kind === "invoice" ? INVOICE_COPIES.slice(0, 1) : [""],
    seller: { name: toPrintable(seller?.tradeName ?? ""), lines: seller ? listSellerLines(seller) : [] },
    facts: listFacts(source),
    notices: listNotices(source),
    billTo: listBillToLines(recipient),
    shipTo: listShipToLines(recipient),
    columns: [
      "Product",
      "Quantity",
      "Price",
      "Taxable value",
      ...taxes.map((tax) => tax.label(rates.length === 1 ? rate : undefined)),
      "Total",
    ],
    items: facts.lines.filter(isShown).map((line) => ({
      product: toPrintable(line.title) || orderFallbacks.productName,
      hsn: joinTexts(
        " · ",
        line.hsn && `HSN ${toPrintable(line.hsn)}`,
        rates.length > 1 && `GST ${line.rate}%`,
      ),
      figures: [
        ...(line.isShipping || line.quantity === 0
          ? ["", ""]
          : [`${line.quantity} ${UNIT.code}`, formatRupeesGrouped(line.unitPrice)]),
        ...[
          line.taxable,
          ...taxes.map(({ name }) => line[name]),
          line.taxable + line.igst + line.cgst + line.sgst,
        ].map(formatRupeesGrouped),
      ],
    })),
    totals: listTotals(facts, placeOfSupply, {
      last: kind === "credit-note" ? "Refunded" : "Grand total",
      withRoundOff: kind !== "summary" || facts.roundOff !== 0,
    }),
    amountInWords: formatAmountInWords(facts.amount),
    paymentMethod: getPaymentMethod({ paymentMethod: source.paymentMethod ?? "" }),
    notes: listNotes(source),
    thanks: toPrintable(`Thank you for buying from ${name}. May it serve you well, every day.`),
    treeRing: renderTreeRing(orderId, ORDER_RINGS),
    ring: nameTreeRing(source),
  };
}

/** The amounts have Indian digit groups (D7). */
export type Invoice = ReturnType<typeof buildInvoice>;

const isShown = ({ isShipping, taxable }: TaxFacts["lines"][number]): boolean => !isShipping || taxable > 0;

/** Returns `{orderId}.pdf` (§2.15, D69). For a credit note, the file name also contains its number. */
const getFileName = ({ kind, orderId, numberedDocument }: InvoiceSource): string =>
  kind === "credit-note" && numberedDocument
    ? `${orderId}-${toPaperName(numberedDocument.number)}.pdf`
    : `${orderId}.pdf`;

function listFacts({
  kind,
  orderId,
  orderedAt,
  numberedDocument,
  corrects,
  placeOfSupply,
  paymentStatus,
}: InvoiceSource) {
  const date = (date: Date) => formatDate(date) ?? orderFallbacks.date;
  return [
    ...(numberedDocument
      ? [buildFact(kind === "invoice" ? "Invoice number" : "Credit note number", numberedDocument.number)]
      : []),
    buildFact("Date", date(numberedDocument?.issuedAt ?? orderedAt)),
    ...(corrects ? [buildFact("Corrects invoice", `${corrects.number} of ${date(corrects.issuedAt)}`)] : []),
    buildFact("Order ID", orderId),
    ...(numberedDocument ? [buildFact("Order date", date(orderedAt))] : []),
    buildFact("Place of supply", formatPlaceOfSupply(placeOfSupply)),
    ...(numberedDocument ? [buildFact("Reverse charge", "No")] : [buildFact("Payment", paymentStatus)]),
  ].filter(({ value }) => value);
}

function listNotices({ kind, cancelledAt, credits }: InvoiceSource): string[] {
  if (kind === "credit-note") return [];
  return [
    ...(cancelledAt ? [`This order was cancelled on ${formatDate(cancelledAt)}.`] : []),
    ...credits.map(
      ({ number, issuedAt, amount }) =>
        `${formatRupeesGrouped(amount)} was refunded with credit note ${number} of ${formatDate(issuedAt)}.`,
    ),
  ];
}

function listNotes({ kind, facts }: InvoiceSource): string[] {
  return [
    ...(facts.coupon > 0
      ? ["The coupon is deducted after tax. It does not reduce the taxable value or the tax."]
      : []),
    ...(sumShipping(facts) === 0 ? [] : ["Shipping is supplied with the goods and taxed at their rate."]),
    ...(facts.roundOff === 0 ? [] : ["The round-off is the difference from rounding the tax to the paisa."]),
    ...(facts.lines.some(({ quantity, isShipping }) => quantity === 0 && !isShipping)
      ? ["A line without a quantity is a partial refund of its price, without returned pieces."]
      : []),
    ...(kind === "summary"
      ? ["This is not a tax invoice. The invoice is issued when the payment is complete."]
      : [`Computer-generated ${kind === "invoice" ? "invoice" : "credit note"}, valid without a signature.`]),
  ];
}

const buildFact = (label: string, value: string): InvoiceFact => ({ label, value: toPrintable(value) });

export const listSellerLines = ({ legalName, address, gstin, phone, email }: NamedSeller): string[] =>
  toLines(
    legalName,
    address?.street,
    address && formatPlace(address),
    address?.country,
    gstin && `GSTIN ${gstin}`,
    joinTexts(", ", phone, email),
  );

function listBillToLines(recipient: Recipient): string[] {
  const { companyInvoice: company, contact } = recipient;
  if (company) return [...listCompanyLines(company), ...toLines(company.email)];
  const shippingAddress = { ...recipient.shippingAddress, phoneNumber: getBuyerPhone(recipient) };
  return [
    ...listShipToLines({ contact: getBuyer(contact), shippingAddress }),
    ...toLines(contact.email || orderFallbacks.email),
  ];
}

export function listCompanyLines({ name, address, taxCode }: CompanyInvoice): string[] {
  const state = findCompanyState({ taxCode });
  return toLines(name, address, `GSTIN ${taxCode}`, state ? `State ${formatPlaceOfSupply(state)}` : "");
}

interface InvoiceFact {
  label: string;
  value: string;
}

type TaxName = "igst" | "cgst" | "sgst";

function listTaxes(isInterState: boolean, place: PlaceOfSupply) {
  const tax = (name: TaxName, title: string, part: (rates: Rates) => number) => ({
    name,
    label: (rates?: Rates) => (rates ? `${title} ${part(rates)}%` : title),
  });
  return isInterState
    ? [tax("igst", "IGST", addRates)]
    : [tax("cgst", "CGST", ({ cgst }) => cgst), tax("sgst", getStateTaxName(place.code), ({ sgst }) => sgst)];
}

const listRates = ({ lines }: TaxFacts): Rates[] =>
  [...new Map(lines.map(({ rate, rates }) => [rate, rates]))]
    .toSorted(([first], [other]) => first - other)
    .map(([, rates]) => rates);

/** Returns the rows below the items, from the subtotal to the grand total. They add up exactly, to the paisa (D6). */
export function listTotals(
  taxFacts: TaxFacts,
  place: PlaceOfSupply,
  {
    last = "Grand total",
    withRoundOff = taxFacts.roundOff !== 0,
  }: { last?: string; withRoundOff?: boolean } = {},
): InvoiceFact[] {
  const { taxable, coupon, roundOff, amount } = taxFacts;
  const shipping = sumShipping(taxFacts);
  return [
    formatTotal("Subtotal", taxable - shipping),
    ...(shipping === 0 ? [] : [formatTotal("Shipping", shipping)]),
    ...listRates(taxFacts).flatMap((rate) => {
      const lines = taxFacts.lines.filter((line) => line.rate === addRates(rate));
      const sum = (name: TaxName) => lines.reduce((total, line) => total + line[name], 0);
      return listTaxes(taxFacts.isInterState, place).map(({ name, label }) =>
        formatTotal(label(rate), sum(name)),
      );
    }),
    ...(withRoundOff ? [formatTotal("Round-off", roundOff)] : []),
    formatTotal("Total amount", amount + coupon),
    ...(coupon === 0 ? [] : [formatTotal("Coupon discount", -coupon)]),
    formatTotal(last, amount),
  ];
}

const formatTotal = (label: string, paise: Paise): InvoiceFact => ({
  label,
  value: formatRupeesGrouped(paise),
});

interface NumberedDocument {
  number: string;
  issuedAt: Date;
}

export interface InvoiceSource {
  withoutWood?: true;
  kind: "invoice" | "credit-note" | "summary";
  orderId: string;
  orderedAt: Date;
  numberedDocument: NumberedDocument | null;
  corrects: NumberedDocument | null;
  paymentStatus: string;
  paymentMethod: string | null;
  seller: NamedSeller | null;
  recipient: Recipient;
  placeOfSupply: PlaceOfSupply;
  facts: TaxFacts;
  cancelledAt: Date | null;
  credits: readonly (NumberedDocument & { amount: Paise })[];
}

const ONES =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const TENS = " Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");

const GROUPS = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1_000, "Thousand"],
  [100, "Hundred"],
] as const;

/** Returns for example `Rupees One Lakh and Fifty Paise Only` for 1_00_000_50 paise. */
export function formatAmountInWords(paise: Paise): string {
  const [rupees, remainingPaise] = [Math.floor(paise / 100), paise % 100];
  return `Rupees ${formatNumber(rupees)}${remainingPaise > 0 ? ` and ${formatNumber(remainingPaise)} Paise` : ""} Only`;
}

function formatNumber(count: number): string {
  for (const [size, name] of GROUPS) {
    if (count < size) continue;
    const remainder = count % size;
    return `${formatNumber(Math.floor(count / size))} ${name}${remainder > 0 ? ` ${formatNumber(remainder)}` : ""}`;
  }
  const [ten, ones] = [TENS[Math.floor(count / 10)] ?? "", ONES[count % 10] ?? ""];
  if (count < 20) return ONES[count] ?? "";
  return count % 10 === 0 ? ten : `${ten}-${ones}`;
}
