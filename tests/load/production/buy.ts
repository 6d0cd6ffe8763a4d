import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn, register } from "#shop/accounts/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { showOrder } from "#shop/orders/endpoints.ts";
import { openPaymentWindow } from "#shop/payments/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";

// A test customer. `buy.ts URL` registers, orders two products, pays with a test card, waits until the order is paid,
// and prints it. `buy.ts URL while FILE EMAIL …` repeats this until FILE is deleted. The customers with these e-mail
// addresses order first, then new customers. `buy.ts URL ORDER EMAIL PAID …` checks that earlier orders still exist and
// are paid with these amounts.

const HOME = { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" };
const PAID_WITHIN_MS = 120_000;
/**
 * The number of orders of one customer: one less than the shop accepts from an account in ten minutes. Customers order
 * several times, because the shop accepts only ten registrations from an IP address in an hour.
 */
const ORDERS_OF_ONE = 9;
const NEXT_ORDER_MS = 8_000;
const password = "neem-and-teak-7";

const [, , origin = "", ...words] = process.argv;
let token = "";

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function browse(): Promise<void> {
  const home = await (await fetch(origin)).text();
  const [asset = ""] = /\/assets\/[^"]+\.js/.exec(home) ?? [];
  const script = await fetch(origin + asset);
  if (!script.ok || !script.headers.get("cache-control")?.includes("immutable"))
    throw new Error(`The page's script ${asset} could not be loaded.`);
}

async function becomeCustomer(): Promise<string> {
  token = "";
  const email = `meera.${randomBytes(6).toString("hex")}@customer.example`;
  const { phoneNumber } = shippingAddress;
  const person = { firstName: "Meera", lastName: "Shah", email, phoneNumber, address: HOME };
  await call("POST", register.path, { ...person, password, confirmPassword: password });
  await logInAs(email);
  return email;
}

async function logInAs(email: string): Promise<void> {
  token = "";
  const { accessToken } = await call("POST", logIn.path, { email, password });
  token = String(accessToken);
}

async function readOrder(orderId: string) {
  const { order } = await call("GET", showOrder.path.replace(":orderId", orderId));
  return order as { paymentStatus: string; grandTotal: number; items: unknown[] };
}

async function buy(email: string): Promise<void> {
  const list = listProducts.read(await call("GET", listProducts.path)) ?? { data: null };
  const inStock = getProducts(list).filter(({ stock }) => stock !== 0);
  const items = inStock.slice(0, 2).map(({ _id: productId }) => ({ productId, quantity: 1 }));
  const placed = await call("POST", placeOrder.path, { items, shippingAddress });
  const { orderId } = placed["order"] as { orderId: string };
  const { window } = await call("POST", openPaymentWindow.path, { orderId });
  const card = { number: "4111 1111 1111 1111", expiry: "12/30", cvv: "123", name: "Meera Shah" };
  const paid = await fetch(`${origin}${String(window)}/card`, {
    method: "POST",
    body: new URLSearchParams(card),
  });
  if (!paid.ok) throw new Error(`The payment window answered ${paid.status}.`);
  const giveUp = Date.now() + PAID_WITHIN_MS;
  let order = await readOrder(orderId);
  while (order.paymentStatus !== "Completed") {
    if (Date.now() > giveUp) throw new Error(`${orderId} is not paid after ${PAID_WITHIN_MS / 1000} s.`);
    await sleep(200);
    order = await readOrder(orderId);
  }
  process.stdout.write(`${orderId} ${email} ${order.grandTotal}\n`);
}

async function buyWhile(file: string, customers: readonly string[]): Promise<void> {
  const left = new Map<string, number>();
  for (const email of customers) left.set(email, (left.get(email) ?? ORDERS_OF_ONE) - 1);
  do {
    let [email] = [...left].find(([, orders]) => orders > 0) ?? [];
    if (email === undefined) email = await becomeCustomer();
    else await logInAs(email);
    left.set(email, (left.get(email) ?? ORDERS_OF_ONE) - 1);
    await buy(email);
    await sleep(NEXT_ORDER_MS);
  } while (existsSync(file));
}

async function checkOrder([orderId = "", email = "", paid = ""]: readonly string[]): Promise<void> {
  await logInAs(email);
  const { paymentStatus, grandTotal, items } = await readOrder(orderId);
  if (paymentStatus !== "Completed" || String(grandTotal) !== paid || items.length !== 2)
    throw new Error(
      `${orderId} is ${paymentStatus}, ₹${grandTotal} for ${items.length} lines, and was ₹${paid}.`,
    );
}

if (words.length === 0) {
  await browse();
  await buy(await becomeCustomer());
} else if (words[0] === "while") await buyWhile(words[1] ?? "", words.slice(2));
else for (let at = 0; at < words.length; at += 3) await checkOrder(words.slice(at, at + 3));
