// The customers of the day: their orders, payments, cancellations and returns.

import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { requestCancellation } from "#shop/orders/endpoints.ts";
import { requestReturn } from "#shop/returns/endpoints.ts";
import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import type { Shop } from "../../support/shop.ts";
import { expectDone, sendVolley } from "../calls.ts";
import {
  type Checkout,
  payByCard,
  planCheckouts,
  retryUntilFinal,
  sendPost,
  type Visit,
} from "../checkout.ts";
import { seed } from "../crowded-shop.ts";
import { waitUntilPaid } from "../ledger.ts";

/** The stock of each product at the start of the day, in pieces. */
export const STOCK = 5_000;

/** The products in shelf order. The last product has no shelf. */
export const products = [
  { slug: "diya-bowl", shelf: "A2", price: 899, hsn: "4419" },
  { slug: "rangoli-tray", shelf: "A10", price: 2499, hsn: "4419" },
  { slug: "mango-spoon", shelf: "B1", price: 249, hsn: "4419" },
  { slug: "teak-board", shelf: "B3", price: 3799, hsn: "4419" },
  { slug: "gift-box", shelf: undefined, price: 1450, hsn: "4420" },
] as const;

/** Writes a catalogue folder with these products. Returns its path. */
export const writeProducts = (): Promise<string> =>
  writeCatalogueFolder((files) => {
    for (const { slug, shelf, price, hsn } of products) {
      const facts = { price, originalPrice: price, hsn, stock: STOCK, ...(shelf && { shelf }) };
      files["products.json"].push(createProductInFolder(slug, facts));
    }
  });

export interface Purchase {
  checkout: Checkout;
  orderId: string;
  lines: { productId: string; quantity: number }[];
  zipCode: string;
}

/** The orders of the day. All except `unpaid` are paid. The customer of `regretted` requests a cancellation. */
export interface Day {
  toSend: Purchase[];
  regretted: Purchase;
  unpaid: Purchase;
}

const AT_ONCE = 20;
const ORDERED_WITHIN_MS = 300_000;
const PAID_WITHIN_MS = 180_000;

const places = [
  { city: "Surat", state: "Gujarat", zipCode: "395002" },
  { city: "Bengaluru", state: "Karnataka", zipCode: "560001" },
  { city: "Pune", state: "Maharashtra", zipCode: "411001" },
] as const;

/** Valid sample GSTINs of companies in Karnataka and Maharashtra. */
const taxCodes = ["29ABCDE1234F1ZW", "27AAPFU0939F1ZV"] as const;

/** Places `count` orders that customers pay by card, and two orders that are not sent: a paid one and an unpaid one. */
export async function orderAndPay(shop: Shop, count: number): Promise<Day> {
  const members = await shop.withDatabase((db) => seed(db, count + 2));
  const seen = planCheckouts(members, "");
  const visit = { shopUrl: shop.url, seen, giveUp: AbortSignal.timeout(ORDERED_WITHIN_MS) };
  const purchases = await sendVolley(seen.checkouts, AT_ONCE, async (checkout, index) => {
    const purchase = await order(visit, checkout, index);
    if (index <= count) await payByCard(visit, checkout, purchase.orderId);
    return purchase;
  });
  const late = await waitUntilPaid(shop.url, seen.checkouts, PAID_WITHIN_MS);
  if (late.length > 0) throw new Error(`${late.length} payments did not arrive.`);
  const [regretted, unpaid] = purchases.slice(count);
  if (!regretted || !unpaid) throw new Error("Two customers are missing.");
  await ask(shop, regretted, requestCancellation, { reasons: ["Late delivery"], comments: "" });
  return { toSend: purchases.slice(0, count), regretted, unpaid };
}

/** Requests a return of the order's first product, as the customer. */
export const askForReturn = (shop: Shop, purchase: Purchase): Promise<unknown> =>
  ask(shop, purchase, requestReturn, {
    reasons: ["Arrived damaged"],
    comments: "It has a crack.",
    pieces: purchase.lines.slice(0, 1),
  });

const ask = (
  shop: Shop,
  { checkout, orderId }: Purchase,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<unknown> =>
  expectDone(shop, path.replace(":orderId", orderId), body, { token: checkout.member.token, method });

/** Orders one to three products, to one of three addresses in turn. Every seventh customer is a company. */
async function order(visit: Visit, checkout: Checkout, index: number): Promise<Purchase> {
  const { zipCode, ...place } = places[index % places.length] ?? places[0];
  const lines = Array.from({ length: 1 + (index % 3) }, (_, at) => ({
    productId: products[(index + at) % products.length]?.slug ?? "",
    quantity: 1 + ((index + at) % 4),
  }));
  const { email } = checkout.member;
  const taxCode = taxCodes[index % taxCodes.length];
  const company = { name: `Lake Café ${index + 1} LLP`, address: "2 MG Road", taxCode, email };
  const street = `${index + 1} Ring Road`;
  const body = {
    items: lines,
    shippingAddress: { street, country: "India", phoneNumber: "9876543210", zipCode, ...place },
    contact: { firstName: "Meera", lastName: `Shah ${index + 1}`, email },
    ...(index % 7 === 1 && { companyInvoice: company }),
  };
  const placed = await retryUntilFinal(visit, (once) =>
    sendPost(once, placeOrder.path, checkout.member, body, generateUuid()),
  );
  if (placed.status !== 200) throw new Error(`An order was refused: ${placed.status} ${placed.code}`);
  const { orderId } = (placed.body as { order: { orderId: string } }).order;
  checkout.orderId = orderId;
  return { checkout, orderId, lines, zipCode };
}
