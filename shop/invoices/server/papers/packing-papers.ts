import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { formatCount, toPrintable } from "#contract/text.ts";
import type { Care } from "#shop/catalogue/product.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { getContactName, listShipToLines, type Recipient } from "#shop/documents/recipient.ts";
import { listSellerLines } from "./invoice.ts";
import { type Gift, giftMessages, listCardLines } from "#shop/orders/gift.ts";
import { ORDER_RINGS, nameTreeRing, renderTreeRing } from "#shop/orders/tree-ring.ts";
import { orderFallbacks } from "#shop/orders/status.ts";
import { formatWeight } from "#shop/parcels/server/index.ts";

/** The widths of bars and gaps of Code 128 symbols (ISO/IEC 15417), by symbol value. Code set B is printable ASCII. */
const WIDTHS =
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131";
const START_B = { value: 104, widths: "211214" };
const STOP = "2331112";
const MODULUS = 103;

export function encodeCode128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text)) return null;
  const widths = WIDTHS.split(" ");
  const values = Array.from(text, (letter) => letter.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), START_B.value) % MODULUS;
  const symbols = [START_B.widths, ...[...values, check].map((value) => widths[value] ?? ""), STOP];
  return symbols.join("").split("").map(Number);
}

export interface Parcel extends Pick<Recipient, "contact" | "shippingAddress"> {
  orderId: string;
  orderedAt: Date;
  seller: NamedSeller | null;
  lines: readonly { title: string; quantity: number; care?: Care | undefined }[];
  position: number | null;
  withoutWood?: true;
  isReplacement: boolean;
  notes: string | null;
  notBefore: string | null;
  gift: Gift | null;
  weight: number | null;
  toCollect: Paise;
  heldBack: string | null;
}

const nameFile = ({ orderId, position }: Parcel, kind: string): string =>
  `${orderId}-${kind}${position === null ? "" : `-${position}`}.pdf`;

function describePart({ position, isReplacement }: Parcel): string {
  if (isReplacement) return ". Sent again free of charge.";
  return position === null ? "" : ". The other pieces of this order come in another parcel.";
}

export function buildPackingSlip(parcel: Parcel) {
  const { orderId, orderedAt, seller, lines, notes, notBefore, gift, heldBack, position } = parcel;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    fileName: nameFile(parcel, "slip"),
    orderId,
    seller: toPrintable(seller?.tradeName ?? ""),
    facts: [
      { label: "Order ID", value: orderId },
      { label: "Order date", value: formatDate(orderedAt) ?? orderFallbacks.date },
      ...(position === null ? [] : [{ label: "Parcel", value: String(position) }]),
    ],
    heldBack: heldBack ?? "",
    shipTo: listShipToLines(parcel),
    items: lines.map(({ title, quantity }) => ({
      quantity: `${quantity} ×`,
      product: toPrintable(title) || orderFallbacks.productName,
    })),
    pieces: formatCount(pieces, "piece") + describePart(parcel),
    care: listCare(lines),
    notes: toPrintable(notes ?? ""),
    notBefore: notBefore ?? "",
    gift: gift ? giftMessages.pack : "",
    thanks: "Made by hand, packed by hand. May it serve you well, every day.",
    treeRing: renderTreeRing(orderId, ORDER_RINGS),
    ring: nameTreeRing(parcel),
  };
}

/** A packing slip has no prices, because the parcel may be a gift. */
export type PackingSlip = ReturnType<typeof buildPackingSlip>;

function listCare(lines: Parcel["lines"]) {
  const alike = Map.groupBy(lines, ({ care }) => (care ? JSON.stringify(care) : ""));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first?.care) return [];
    const { wash, oil = "", never } = first.care;
    return {
      products: group.map(({ title }) => toPrintable(title)).join(", "),
      care: { wash: toPrintable(wash), oil: toPrintable(oil), never: toPrintable(never) },
    };
  });
}

/** Builds the gift card. Null for a replacement, for later parcels of an order and without a text for the card. */
export function buildGiftCard(parcel: Parcel) {
  const { orderId, seller, gift, position, isReplacement } = parcel;
  if (isReplacement || (position !== null && position > 1)) return null;
  const text = gift ? listCardLines(gift) : [];
  if (text.length === 0) return null;
  return {
    fileName: `${orderId}-card.pdf`,
    orderId,
    seller: toPrintable(seller?.tradeName ?? ""),
    text,
    rightToLeft: RIGHT_TO_LEFT.test(text.join("")),
    treeRing: renderTreeRing(orderId, ORDER_RINGS),
    ring: nameTreeRing(parcel),
  };
}

export type GiftCard = NonNullable<ReturnType<typeof buildGiftCard>>;

/** A text whose first letter is Arabic is printed from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*\p{Script=Arabic}/u;

export function buildAddressLabel(parcel: Parcel) {
  const { orderId, seller, contact, shippingAddress: to, heldBack, position, weight, toCollect } = parcel;
  return {
    fileName: nameFile(parcel, "label"),
    orderId: position === null ? orderId : `${orderId}, parcel ${position}`,
    heldBack: heldBack ?? "",
    name: toPrintable(getContactName(contact)),
    street: toPrintable(to.street),
    place: toPrintable([to.city, to.state].filter(Boolean).join(", ")),
    pin: toPrintable(to.zipCode),
    phone: toPrintable(to.phoneNumber),
    weight: weight === null ? "" : formatWeight(weight),
    collect: toCollect > 0 ? `Collect ${formatRupeesGrouped(toCollect)}` : "",
    bars: encodeCode128(orderId) ?? [],
    // The courier does not need the seller's tax number.
    sender: seller ? listSellerLines({ ...seller, gstin: "" }) : [],
  };
}

export type AddressLabel = ReturnType<typeof buildAddressLabel>;
