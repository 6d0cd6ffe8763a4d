import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { findBuyersPlace, formatPlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { listShipToLines } from "#shop/documents/recipient.ts";
import type { ChallanRow } from "#shop/documents/server/index.ts";
import type { OrderRow } from "#shop/orders/server/index.ts";
import { orderFallbacks } from "#shop/orders/status.ts";
import { toPaperName } from "../../paper-names.ts";
import { UNIT } from "../tax-facts.ts";
import { listCompanyLines, listSellerLines } from "./invoice.ts";

/** The titles of the three copies, which name their recipients (rule 55 (2) of the CGST rules). */
const COPIES = ["Original for consignee", "Duplicate for transporter", "Triplicate for consigner"];

/** Builds the challan for goods sent without a sale (rule 55 of the CGST rules). It shows their value without tax. */
export function buildChallan(row: ChallanRow, order: Pick<OrderRow, "orderId">) {
  const { number, issuedAt, cancelledAt, lines, seller, recipient, reason, invoiceNumber } = row;
  const { companyInvoice: company } = recipient;
  const value = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  return {
    fileName: `${order.orderId}-${toPaperName(number)}.pdf`,
    title: "Delivery Challan",
    serial: number,
    copies: COPIES,
    seller: { name: toPrintable(seller?.tradeName ?? ""), lines: seller ? listSellerLines(seller) : [] },
    facts: [
      { label: "Challan number", value: number },
      { label: "Date", value: formatDate(issuedAt) ?? orderFallbacks.date },
      { label: "Order ID", value: order.orderId },
      ...(invoiceNumber ? [{ label: "Sold with invoice", value: invoiceNumber }] : []),
      { label: "Place of supply", value: toPrintable(formatPlaceOfSupply(findBuyersPlace(recipient))) },
    ],
    consignee: [
      ...listShipToLines(recipient),
      ...(company ? listCompanyLines({ ...company, address: "" }) : []),
    ],
    columns: ["Goods", "Quantity", "Unit", "Value each", "Value"],
    items: lines.map(({ title, hsn, quantity, unitPrice }) => ({
      product: toPrintable(title) || orderFallbacks.productName,
      hsn: hsn ? `HSN ${toPrintable(hsn)}` : "",
      figures: [
        String(quantity),
        UNIT.code,
        formatRupeesGrouped(unitPrice),
        formatRupeesGrouped(unitPrice * quantity),
      ],
    })),
    total: { label: "Value of the goods", value: formatRupeesGrouped(value) },
    reason: toPrintable(reason),
    notes: [
      ...(cancelledAt ? [`Cancelled on ${formatDate(cancelledAt)}. The goods were not sent.`] : []),
      "This is not a sale. The goods are free of charge and without tax. The value is stated for transport only.",
      ...(invoiceNumber ? [`Price and tax of the replaced goods are on invoice ${invoiceNumber}.`] : []),
    ],
    signedFor: toPrintable(seller?.legalName ?? seller?.tradeName ?? ""),
  };
}

export type Challan = ReturnType<typeof buildChallan>;
