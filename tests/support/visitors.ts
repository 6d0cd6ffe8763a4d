import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { generateCode } from "#platform/ids.ts";
import { listSavedMails, type SavedMail } from "#platform/mail/saved-mails.ts";
import { logIn as logInCall, register as registerCall } from "#shop/accounts/endpoints.ts";
import { addToCart } from "#shop/cart/endpoints.ts";
import { placeOrder as placeOrderCall } from "#shop/checkout/endpoints.ts";
import { ordinary } from "./past-orders.ts";
import { registrationForm } from "./samples.ts";
import { expect, type Shop } from "./journey-shop.ts";

/* Customers are registered by API calls, and logged in by writing to the browser's storage. */

/** A customer with earlier orders. They were created by the API calls that a browser makes. */
export interface RegularCustomer {
  email: string;
  password: string;
  user: Record<string, unknown> & { _id: string };
  accessToken: string;
  refreshToken: string;
  /** The order numbers, such as `TRV-7K2M9Q`. */
  orders: { unpaid: string; paid: string; cancelling: string };
}

const PASSWORD = "neem-and-teak-7";

const buildRegistration = (email: string, password = PASSWORD) => ({
  ...registrationForm,
  firstName: "Meera",
  lastName: "Shah",
  email,
  password,
  confirmPassword: password,
});

/** Registers a customer with three orders and a product in the cart. */
export async function createRegularCustomer(shopUrl: string, name: string): Promise<RegularCustomer> {
  const buyer = await registerBuyer(shopUrl, name);
  const paid = await buyer.order("aranya-acacia-serving-tray-brass", 1);
  await buyer.pay(paid);
  const cancelling = await buyer.order("acacia-napkin-holder", 1);
  await buyer.ask(`${cancelling}/cancel`, {
    reasons: ["Late delivery"],
    comments: "The party is on Friday.",
  });
  const unpaid = await buyer.order("acacia-everyday-bowl", 2, {
    message: "Happy birthday, Meera!\nशुभकामनाएँ, Asha & Ravi",
  });
  const { user, accessToken, refreshToken, email, password } = buyer;
  await createCall(shopUrl)(
    "POST",
    "/api/cart/add",
    { productId: "teak-soup-bowls-pair", quantity: 1 },
    accessToken,
  );
  return { email, password, user, accessToken, refreshToken, orders: { unpaid, paid, cancelling } };
}

/** Registers a customer. The result's `ask` sends a request about an order: `ask("TRV-…/return", { … })`. */
export async function registerBuyer(shopUrl: string, name: string) {
  const call = createCall(shopUrl);
  const email = `${name}@example.com`;
  await call("POST", "/api/auth/register", buildRegistration(email));
  const session = await call("POST", "/api/auth/login", { email, password: PASSWORD });
  const { user, accessToken, refreshToken } = session as unknown as RegularCustomer;
  return {
    email,
    password: PASSWORD,
    user,
    accessToken,
    refreshToken,
    order: (productId: string, quantity: number, gift?: object) =>
      postOrder(call, accessToken, { items: [{ productId, quantity }], ...(gift && { gift }) }),
    pay: (orderId: string) => pay(call, shopUrl, accessToken, orderId),
    ask: (about: string, what: object) => call("PUT", `/api/orders/${about}`, what, accessToken),
  };
}

type Answer = Record<string, unknown>;
type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;

const createCall =
  (shopUrl: string): Call =>
  async (method, path, body, token) => {
    const response = await fetch(shopUrl + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };

async function postOrder(call: Call, token: string, what: object): Promise<string> {
  const body = {
    ...what,
    shippingAddress: { ...registrationForm.address, phoneNumber: registrationForm.phoneNumber },
    contact: { firstName: "Meera", lastName: "Shah", email: "meera@example.com" },
  };
  const { order } = await call("POST", "/api/orders", body, token);
  return (order as { orderId: string }).orderId;
}

async function pay(call: Call, shopUrl: string, token: string, orderId: string): Promise<void> {
  const { window: address } = await call("POST", "/api/payments/window", { orderId }, token);
  const card = { number: "4111 1111 1111 1111", expiry: "12/39", cvv: "123", name: "Meera Shah" };
  await fetch(`${shopUrl}${String(address)}/card`, { method: "POST", body: new URLSearchParams(card) });
  const isPaid = async () => {
    const { paymentStatus } = await call("POST", "/api/payments/return", { orderId }, token);
    return paymentStatus === "Completed";
  };
  while (!(await isPaid())) await pause(100);
}

export type Bag = Readonly<Record<string, number>>;

/** Stores a guest's bag with the current data of these products, as the browser does (§3). */
export async function storeGuestCart(context: BrowserContext, shopUrl: string, bag: Bag): Promise<void> {
  const lines = await Promise.all(
    Object.entries(bag).map(async ([productId, quantity]) => {
      const response = await fetch(`${shopUrl}/api/products/list/${productId}`);
      const { price, title, category, size, images, stock } = (await response.json()) as Record<
        string,
        unknown
      >;
      return { productId, quantity, price, title, category, size, images, stock };
    }),
  );
  await storeInBrowser(context, { guestCart: JSON.stringify(lines) });
}

export const storeSession = (
  context: BrowserContext,
  customer: Pick<RegularCustomer, "user" | "accessToken" | "refreshToken">,
): Promise<void> =>
  storeInBrowser(context, {
    user: JSON.stringify(customer.user),
    accessToken: customer.accessToken,
    refreshToken: customer.refreshToken,
  });

/** Stores the entries only once, before the first page opens, because pages may change them. */
async function storeInBrowser(context: BrowserContext, entries: Record<string, string>): Promise<void> {
  const mark = `brought ${Object.keys(entries).join(" ")}`;
  // The script is a string, because it runs in the page and cannot use variables of this file.
  await context.addInitScript(`try {
    if (!localStorage.getItem(${JSON.stringify(mark)})) {
      localStorage.setItem(${JSON.stringify(mark)}, "yes");
      for (const [key, value] of Object.entries(${JSON.stringify(entries)})) localStorage.setItem(key, value);
    }
  } catch {
    // This script also runs in frames of other sites, in which the browser may block localStorage.
  }`);
}

interface NewCustomer {
  email: string;
  password: string;
}

export async function register(page: Page, { email, password }: NewCustomer): Promise<void> {
  const data = buildRegistration(email, password);
  const answer = await page.request.post("/api/auth/register", { data });
  if (!answer.ok()) throw new Error(`Not registered: ${await answer.text()}`);
}

export async function logIn(page: Page, { email, password }: NewCustomer): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** A customer who lives in Surat and has one saved address. */
export interface Buyer {
  accountId: string;
  email: string;
  password: string;
}

/** Registers and logs in with API calls, because other tests cover the forms. */
export async function registerAndLogIn(page: Page): Promise<Buyer> {
  const email = `meera.${generateCode(8)}@example.com`.toLowerCase();
  await post(page, registerCall.path, buildRegistration(email));
  return logInBuyer(page, { accountId: "", email, password: PASSWORD });
}

async function logInBuyer(page: Page, buyer: Buyer): Promise<Buyer> {
  const { user, accessToken, refreshToken } = (await post(page, logInCall.path, {
    email: buyer.email,
    password: buyer.password,
  })) as { user: { _id: string }; accessToken: string; refreshToken: string };
  await page.goto("/cart");
  const stored = { user: JSON.stringify(user), accessToken, refreshToken };
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
  return { ...buyer, accountId: user._id };
}

export async function fillCart(
  page: Page,
  ...pieces: { productId: string; quantity: number }[]
): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  for (const piece of pieces) await post(page, addToCart.path, piece, { authorization: `Bearer ${token}` });
}

export async function placeOrder(
  page: Page,
  ...pieces: { productId: string; quantity: number }[]
): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const { shippingAddress } = ordinary;
  const answer = await post(
    page,
    placeOrderCall.path,
    { items: pieces, shippingAddress },
    { authorization: `Bearer ${token}` },
  );
  return (answer as { order: { orderId: string } }).order.orderId;
}

async function post(
  page: Page,
  path: string,
  data: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await page.request.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json() as Promise<unknown>;
}

export async function waitForMail(shop: Shop, email: string, subject: RegExp): Promise<SavedMail> {
  const mails: SavedMail[] = [];
  const readSubjects = async () => {
    mails.length = 0;
    for await (const mail of listSavedMails(shop, email)) mails.push(mail);
    return mails.map((mail) => mail.subject);
  };
  // The timeout is long, because the shop first creates the attached PDF.
  await expect.poll(readSubjects, { timeout: 90_000 }).toContainEqual(expect.stringMatching(subject));
  return mails.find((mail) => subject.test(mail.subject))!;
}

/**
 * Closes the next alert and returns its text. Call this before the click, which does not return while an alert is open.
 */
export const waitForAlert = (page: Page): Promise<string> =>
  page.waitForEvent("dialog").then(async (alert) => {
    const message = alert.message();
    await alert.accept();
    return message;
  });
