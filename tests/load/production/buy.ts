import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { logIn, register } from "#shop/accounts/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { showOrder } from "#shop/orders/endpoints.ts";
import { openPaymentWindow } from "#shop/payments/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";

/*
 * A customer of the rehearsed shop: looks at pages, registers, orders two pieces, pays by test card, waits for 'paid'. With
 * `while <file>` again and again until that file is gone. With lines of earlier runs as words: each of those customers, who
 * logs in and looks for the order.
 */

/** As the form of the registration knows places. */
const HOME = { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" };
const PAID_WITHIN_MS = 20_000;
/** The shop lets an account order ten times in ten minutes, and as many register from one address. */
const ORDERS_OF_ONE = 9;
const NEXT_ORDER_MS = 4_000;
const PASSWORD = "neem-and-teak-7";

const origin = process.argv[2] ?? "";
let token = "";

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function browse(): Promise<void> {
  const home = await (await fetch(origin)).text();
  const [asset = ""] = /\/assets\/[^"]+\.js/.exec(home) ?? [];
  const script = await fetch(origin + asset);
  if (!script.ok || !script.headers.get("cache-control")?.includes("immutable"))
    throw new Error(`The page's script ${asset} did not come.`);
}

async function becomeCustomer(): Promise<string> {
  const email = `meera.${randomBytes(6).toString("hex")}@customer.example`;
  const { phoneNumber } = shippingAddress;
  const form = {
    firstName: "Meera",
    lastName: "Shah",
    email,
    phoneNumber,
    address: HOME,
    password: PASSWORD,
  };
  await call("POST", register.path, { ...form, confirmPassword: PASSWORD });
  await logInAs(email);
  return email;
}

async function logInAs(email: string): Promise<void> {
  token = "";
  const answer = await call("POST", logIn.path, { email, password: PASSWORD });
  ({ accessToken: token } = answer as { accessToken: string });
}

async function payByTestCard(orderId: string): Promise<void> {
  const { window } = await call("POST", openPaymentWindow.path, { orderId });
  const paid = await fetch(`${origin}${String(window)}/card`, {
    method: "POST",
    body: new URLSearchParams({
      number: "4111 1111 1111 1111",
      expiry: "12/30",
      cvv: "123",
      name: "Meera Shah",
    }),
  });
  if (!paid.ok) throw new Error(`The payment window answered ${paid.status}.`);
}

async function waitUntilPaid(orderId: string): Promise<void> {
  const until = Date.now() + PAID_WITHIN_MS;
  while (Date.now() < until) {
    if ((await readOrder(orderId)).paymentStatus === "Completed") return;
    await pause(200);
  }
  throw new Error(`${orderId} is not paid after ${PAID_WITHIN_MS / 1000} s.`);
}

async function readOrder(orderId: string) {
  const { order } = await call("GET", showOrder.path.replace(":orderId", orderId));
  return order as { paymentStatus: string; grandTotal: number; items: unknown[] };
}

async function buy(email: string): Promise<void> {
  const products = getProducts(
    listProducts.read(await call("GET", listProducts.path)) ?? { data: null, total: 0 },
  );
  const { order } = (await call("POST", placeOrder.path, {
    items: products
      .filter(({ stock }) => stock !== 0)
      .slice(0, 2)
      .map(({ _id: productId }) => ({ productId, quantity: 1 })),
    shippingAddress,
  })) as { order: { orderId: string } };
  await payByTestCard(order.orderId);
  await waitUntilPaid(order.orderId);
  const { grandTotal } = await readOrder(order.orderId);
  process.stdout.write(`${order.orderId} ${email} ${grandTotal}\n`);
}

async function buyWhile(file: string): Promise<void> {
  let email = "";
  for (let orders = 0; orders === 0 || existsSync(file); orders++) {
    if (orders % ORDERS_OF_ONE === 0) email = await becomeCustomer();
    await buy(email);
    await pause(NEXT_ORDER_MS);
  }
}

async function find(orderId: string, email: string, paid: string): Promise<void> {
  await logInAs(email);
  const { paymentStatus, grandTotal, items } = await readOrder(orderId);
  if (paymentStatus !== "Completed" || String(grandTotal) !== paid || items.length !== 2)
    throw new Error(
      `${orderId} is ${paymentStatus}, ₹${grandTotal} for ${items.length} lines, and was ₹${paid}.`,
    );
}

const words = process.argv.slice(3);
if (words.length === 0) {
  await browse();
  await buy(await becomeCustomer());
} else if (words[0] === "while") await buyWhile(words[1] ?? "");
else
  for (let at = 0; at < words.length; at += 3)
    await find(words[at] ?? "", words[at + 1] ?? "", words[at + 2] ?? "");
