import { afterAll, expect, test } from "vitest";
import { payOrder } from "#shop/orders/server/payment-events.ts";
import type { TestResponse } from "../../../tests/support/api.ts";
import { OWN } from "../../../tests/support/accounts.ts";
import { phoneOrder, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { NONCE, openIssuer } from "../../../tests/support/issuer.ts";
import { registrationForm, shippingAddress } from "../../../tests/support/samples.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { addressBook } from "../../addresses/server/tables.ts";
import { cartLine } from "../../cart/server/tables.ts";
import { orders } from "../../orders/server/tables.ts";
import { testimonial } from "../../testimonials/server/tables.ts";
import { readResetProof } from "./reset-password.ts";
import { account, passwordReset } from "./tables.ts";

// T9: a stranger registers another person's e-mail address. The account must contain no data of the stranger after that
// person has verified the address.

const EMAIL = phoneOrder.email;
const AHEAD = {
  ...registrationForm,
  email: EMAIL,
  firstName: "Evilina",
  lastName: "Ahead",
  phoneNumber: "9000000001",
};
const NOTHING = { firstName: "", lastName: "", phoneNumber: "" };

const issuer = await openIssuer();
afterAll(() => issuer.close());
setUpShop({
  config: { signIn: issuer.settings },
  goods: [{ id: "acacia-bowl", price: 249_900, onHand: 9 }, { id: "spoon" }],
});

function openBrowser() {
  const jar = new Map<string, string>();
  return async (
    url: string,
    body: unknown,
    method: "POST" | "GET" = "POST",
    token?: string,
  ): Promise<TestResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...OWN, cookie, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const answer = await api.inject({ method, url, headers, ...(method === "POST" && { body }) });
    for (const each of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
}
type Browser = ReturnType<typeof openBrowser>;

interface LoginBody {
  user: { _id: string; firstName: string; addresses: { street: string }[] };
  accessToken: string;
}

async function logIn(browser: Browser, password = AHEAD.password): Promise<LoginBody> {
  const { status, body } = await browser("/api/auth/login", { email: EMAIL, password });
  expect(status).toBe(200);
  return body as unknown as LoginBody;
}

async function registerAhead(browser: Browser): Promise<LoginBody> {
  expect((await browser("/api/auth/register", AHEAD)).status).toBe(200);
  const inside = await logIn(browser);
  const post = async (url: string, body: object) =>
    expect((await browser(url, body, "POST", inside.accessToken)).status, url).toBe(200);
  await post("/api/cart/add", { productId: "spoon", quantity: 2 });
  await post("/api/testimonials", { rating: 1, message: "Never again" });
  const paid = await order(browser, inside);
  await context.transact((tx) => payOrder(context, tx, paid, "card"));
  await order(browser, inside);
  await context.settle();
  return inside;
}

async function order(browser: Browser, { accessToken }: LoginBody): Promise<string> {
  const body = { items: [{ productId: "acacia-bowl", quantity: 1 }], shippingAddress };
  const answer = await browser("/api/orders", body, "POST", accessToken);
  expect(answer.status).toBe(200);
  return (answer.body["order"] as { orderId: string }).orderId;
}

async function proveByMail(browser: Browser, newPassword = "sheesham 7 rings"): Promise<void> {
  expect((await browser("/api/auth/verify-email", { email: EMAIL })).status).toBe(200);
  const [asked] = await context.db.select().from(passwordReset);
  const proof = await readResetProof(context, asked?.id ?? "");
  const answer = await browser("/api/auth/reset-password", { email: EMAIL, code: proof?.code, newPassword });
  expect(answer.status).toBe(200);
  await context.settle();
}

async function proveAtProvider(browser: Browser): Promise<TestResponse> {
  const credential = await issuer.sign(issuer.createClaims(context.now(), { email: EMAIL }));
  const answer = await browser("/api/auth/google", { credential, nonce: NONCE });
  expect(answer.status).toBe(200);
  await context.settle();
  return answer;
}

async function expectNothingLeft(ahead: LoginBody, strangers: Browser): Promise<void> {
  expect(await context.db.select().from(addressBook)).toEqual([]);
  expect(await context.db.select().from(cartLine)).toEqual([]);
  expect(await context.db.select().from(testimonial)).toMatchObject([
    { accountId: null, name: "A customer" },
  ]);
  const { status } = await strangers(`/addresses/${ahead.user._id}`, null, "GET", ahead.accessToken);
  expect(status).toBe(401);
  expect((await strangers("/api/auth/login", { email: EMAIL, password: AHEAD.password })).status).toBe(401);
}

const listOrderStates = async () =>
  (await context.db.select().from(orders).orderBy(orders.createdAt, orders.orderId))
    .map(({ status, paymentStatus }) => `${status} ${paymentStatus}`)
    .toSorted();

test("when a customer verifies an e-mail address that a stranger had registered, the stranger's data is deleted and paid orders stay (§2.9, D50, T9)", async () => {
  const strangers = openBrowser();
  const ahead = await registerAhead(strangers);
  expect(await listOrderStates()).toEqual(["Pending Pending", "Processing Completed"]);
  context.clock.advance(1_000);
  const owners = openBrowser();
  await proveByMail(owners);
  await expectNothingLeft(ahead, strangers);
  expect(await context.db.select().from(account)).toMatchObject([NOTHING]);

  const owner = await logIn(owners, "sheesham 7 rings");
  expect(owner.user).toMatchObject({ ...NOTHING, addresses: [] });
  expect(await listOrderStates()).toEqual(["Cancelled Expired", "Processing Completed"]);
  const read = await owners(`/api/orders/user/${owner.user._id}`, null, "GET", owner.accessToken);
  expect(read.body["orders"]).toHaveLength(2);
  // The stranger's name was deleted, and an invoice needs a name.
  const body = { items: [{ productId: "spoon", quantity: 1 }], shippingAddress };
  expect(await owners("/api/orders", body, "POST", owner.accessToken)).toMatchObject({
    status: 400,
    body: { fields: [{ path: "contact.firstName", message: "First Name is required" }] },
  });
});

test("a provider sign-in with an e-mail address that a stranger had registered deletes the stranger's data and uses the name from the provider (T9)", async () => {
  const strangers = openBrowser();
  const ahead = await registerAhead(strangers);
  const { body } = await proveAtProvider(openBrowser());
  expect(body["user"]).toMatchObject({
    firstName: "Asha",
    lastName: "Patel",
    phoneNumber: "",
    addresses: [],
  });
  await expectNothingLeft(ahead, strangers);
  expect(await listOrderStates()).toEqual(["Cancelled Expired", "Processing Completed"]);
});

test("an order by phone deletes the data that a stranger entered for the customer's e-mail address, and the order stays after the address is verified (T9)", async () => {
  const strangers = openBrowser();
  const ahead = await registerAhead(strangers);
  context.clock.advance(1_000);
  await takePhoneOrder(context);
  await context.settle();
  await expectNothingLeft(ahead, strangers);
  expect(await listOrderStates()).toEqual(["Cancelled Expired", "Pending Pending", "Processing Completed"]);
  context.clock.advance(1_000);
  await proveByMail(openBrowser());
  expect(await listOrderStates()).toEqual(["Cancelled Expired", "Pending Pending", "Processing Completed"]);
});

test("the first verification of an e-mail address deletes the data of a stranger who had registered it, even if the password was already removed (T9)", async () => {
  const strangers = openBrowser();
  const ahead = await registerAhead(strangers);
  await context.db.update(account).set({ passwordHash: null });
  await context.database.pool.query("delete from session");
  await proveByMail(openBrowser());
  await expectNothingLeft(ahead, strangers);
  expect(await context.db.select().from(account)).toMatchObject([NOTHING]);
});

test.each([
  ["by mail", proveByMail],
  ["at the provider", proveAtProvider],
])(
  "verifying the e-mail address %s in the browser that registered keeps name, address, cart and orders (§2.9, D50, T9)",
  async (_, prove) => {
    const browser = openBrowser();
    const { user } = await registerAhead(browser);
    await prove(browser);
    const { firstName, phoneNumber } = AHEAD;
    expect(await context.db.select().from(account)).toMatchObject([
      { id: user._id, firstName, phoneNumber, emailVerifiedAt: context.now() },
    ]);
    expect(await context.db.select().from(addressBook)).toHaveLength(1);
    expect(await context.db.select().from(cartLine)).toHaveLength(1);
    expect(await listOrderStates()).toEqual(["Pending Pending", "Processing Completed"]);
  },
);
