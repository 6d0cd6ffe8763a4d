import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { requestCancellation } from "#shop/orders/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { sendVolley } from "../calls.ts";
import {
  type Checkout,
  type Seen,
  type Visit,
  payByCard,
  planCheckouts,
  retryUntilFinal,
  sendPost,
} from "../checkout.ts";
import { seed } from "../crowded-shop.ts";
import { waitUntilPaid } from "../ledger.ts";
import { callAs } from "./call-as.ts";
import { goods } from "./goods.ts";

/** The order of one customer. */
export interface Purchase {
  checkout: Checkout;
  orderId: string;
  lines: { productId: string; quantity: number }[];
  zipCode: string;
}

/** The orders of the day. All are paid but `unpaid`; the customer of `regretted` asks to cancel it. */
export interface Day {
  seen: Seen;
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

/** The GSTINs of companies in Karnataka and in Maharashtra. */
const taxCodes = ["29ABCDE1234F1ZW", "27AAPFU0939F1ZV"] as const;

/** So many customers order and pay by card; two more do not come to be sent. */
export async function orderAndPay(shop: Shop, count: number): Promise<Day> {
  const members = await shop.withDatabase((db) => seed(db, count + 2));
  const seen = planCheckouts(members, "");
  const visit = { shopUrl: shop.url, seen, giveUp: AbortSignal.timeout(ORDERED_WITHIN_MS) };
  const purchases = await sendVolley(seen.checkouts, AT_ONCE, (checkout, index) =>
    order(visit, checkout, index, index !== count + 1),
  );
  const late = await waitUntilPaid(shop.url, seen.checkouts, PAID_WITHIN_MS);
  if (late.length > 0) throw new Error(`${late.length} payments did not arrive.`);
  const [regretted, unpaid] = purchases.slice(count);
  if (!regretted || !unpaid) throw new Error("Two customers are missing.");
  await callAs(shop, regretted.checkout.member, requestCancellation, regretted.orderId, {
    reasons: ["Late delivery"],
    comments: "",
  });
  return { seen, toSend: purchases.slice(0, count), regretted, unpaid };
}

/** One to three products; every third order goes to a place of its own, every seventh is a company's. */
async function order(visit: Visit, checkout: Checkout, index: number, pays: boolean): Promise<Purchase> {
  const place = places[index % places.length] ?? places[0];
  const lines = goods.slice(0, 1 + (index % 3)).map((_, at) => ({
    productId: goods[(index + at) % goods.length]?.slug ?? "",
    quantity: 1 + ((index + at) % 4),
  }));
  const { email } = checkout.member;
  const body = {
    items: lines,
    shippingAddress: {
      street: `${index + 1} Ring Road`,
      country: "India",
      phoneNumber: "9876543210",
      ...place,
    },
    contact: { firstName: "Meera", lastName: `Shah ${index + 1}`, email },
    ...(index % 7 === 1 && { companyInvoice: buildCompany(index, email) }),
  };
  const placed = await retryUntilFinal(visit, (once) =>
    sendPost(once, placeOrder.path, checkout.member, body, generateUuid()),
  );
  if (placed.status !== 200) throw new Error(`An order was refused: ${placed.status} ${placed.code}`);
  const { orderId } = (placed.body as { order: { orderId: string } }).order;
  checkout.orderId = orderId;
  if (pays) await payByCard(visit, checkout, orderId);
  return { checkout, orderId, lines, zipCode: place.zipCode };
}

const buildCompany = (index: number, email: string) => ({
  name: `Lake Café ${index + 1} LLP`,
  address: "2 MG Road",
  taxCode: taxCodes[index % taxCodes.length],
  email,
});
