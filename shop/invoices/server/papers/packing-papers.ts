import { formatDate } from "#contract/dates.ts";
import { formatCount, toPrintable } from "#contract/text.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import type { Recipient } from "#shop/orders/recipient.ts";
import { getContactName } from "#shop/orders/recipient.ts";
import { listShipToLines } from "#shop/orders/recipient.ts";
import { listSellerLines, type InvoiceFact } from "./invoice.ts";
import { orderFallbacks } from "#shop/orders/status.ts";

/** What a packing slip and an address label are made from. */
export interface Parcel extends Pick<Recipient, "contact" | "shippingAddress"> {
  orderId: string;
  orderedAt: Date;
  seller: NamedSeller | null;
  lines: readonly { title: string; quantity: number }[];
  notes: string | null;
  /** Why it must not be sent; null when it may be. */
  heldBack: string | null;
}

/** What lies in the parcel, without prices: it may be a gift. */
export interface PackingSlip {
  fileName: string;
  orderId: string;
  seller: string;
  facts: InvoiceFact[];
  heldBack: string;
  shipTo: string[];
  items: { quantity: string; product: string }[];
  pieces: string;
  notes: string;
  thanks: string;
}

/** What is glued on the parcel. */
export interface AddressLabel {
  fileName: string;
  orderId: string;
  heldBack: string;
  name: string;
  street: string;
  place: string;
  pin: string;
  phone: string;
  /** Where it goes when it cannot be delivered. */
  sender: string[];
}

export function buildPackingSlip(parcel: Parcel): PackingSlip {
  const { orderId, orderedAt, seller, lines, notes, heldBack } = parcel;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    fileName: `${orderId}-slip.pdf`,
    orderId,
    seller: toPrintable(seller?.tradeName ?? ""),
    facts: [
      { label: "Order ID", value: orderId },
      { label: "Order date", value: formatDate(orderedAt) ?? orderFallbacks.date },
    ],
    heldBack: heldBack ?? "",
    shipTo: listShipToLines(parcel),
    items: lines.map(({ title, quantity }) => ({
      quantity: `${quantity} ×`,
      product: toPrintable(title) || orderFallbacks.productName,
    })),
    pieces: formatCount(pieces, "piece"),
    notes: toPrintable(notes ?? ""),
    thanks: "Made by hand, packed by hand. May it serve you well, every day.",
  };
}

export function buildAddressLabel({
  orderId,
  seller,
  contact,
  shippingAddress: to,
  heldBack,
}: Parcel): AddressLabel {
  return {
    fileName: `${orderId}-label.pdf`,
    orderId,
    heldBack: heldBack ?? "",
    name: toPrintable(getContactName(contact)),
    street: toPrintable(to.street),
    place: toPrintable([to.city, to.state].filter(Boolean).join(", ")),
    pin: toPrintable(to.zipCode),
    phone: toPrintable(to.phoneNumber),
    // A number for taxes is no courier's business.
    sender: seller ? listSellerLines(withoutTaxNumber(seller)) : [],
  };
}

const withoutTaxNumber = ({ gstin: _number, ...seller }: NamedSeller): NamedSeller => seller;
