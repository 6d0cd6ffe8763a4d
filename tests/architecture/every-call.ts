import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { openPayments } from "#server/payments";
import { routes } from "../../server/features.ts";
import { type Answered, type Api, openApi } from "../support/api.ts";
import { type Customer, signedInCustomer } from "../support/customer.ts";
import { testContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/goods.ts";
import { type Issuer, openIssuer } from "../support/issuer.ts";
import { saveTestKeys } from "../support/paying.ts";
import { openRazorpayServer, type RazorpayServer } from "../support/razorpay-server.ts";
import { shippingAddress } from "../support/trading.ts";

// T11 and T12 for every call there is: the list comes from the routes, so a new call without a row here is red.

export let context: TestContext;

export let api: Api;

export let issuer: Issuer;

export let razorpay: RazorpayServer;

export let asha: Customer;

export let ravi: Customer;

/** What belongs to Asha, by the names that paths and bodies use. */
let hers: Record<string, string>;

/** Names in all those places what is not hers, nor anybody else's. */
export function nameInstead(unknown: string): void {
  hers = Object.fromEntries(Object.keys(hers).map((key) => [key, unknown]));
}

/** Opens all calls of the shop, and gives Asha something of everything before each test. */
export function setUpEveryCall(): void {
  beforeAll(async () => {
    issuer = await openIssuer();
    razorpay = await openRazorpayServer();
    await razorpay.close();
    context = await testContext({ config: { signIn: issuer.settings, razorpay: razorpay.account } });
    api = await openApi(context, routes);
    openPayments(context, { port: 9 });
  });
  afterAll(async () => {
    await api.close();
    await context.close();
    issuer.close();
  });
  beforeEach(setUp);
}

export async function setUp(): Promise<void> {
  await saveTestKeys(context);
  context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockProducts(context, [{ id: "bowl" }, { id: "tray" }]);
  asha = await signedInCustomer(context);
  ravi = await signedInCustomer(context, { firstName: "Ravi" });
  const as = api.as(asha);
  const saved = await as.post(`/addresses/${asha.accountId}`, address);
  await as.post("/api/cart/add", { productId: "tray", quantity: 1 });
  const placed = await as.post("/api/orders", {
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
  });
  await as.post("/api/cart/add", { productId: "tray", quantity: 2 });
  const sessions = await as.get("/api/account/sessions");
  hers = {
    userId: asha.accountId,
    addressId: idIn(saved.body["address"]),
    orderId: (placed.body["order"] as { orderId: string }).orderId,
    sessionId: idIn((sessions.body["sessions"] as unknown[])[0]),
  };
}

const idIn = (thing: unknown): string => (thing as { _id: string })._id;

export const address = {
  street: "12 Ring Road",
  city: "Surat",
  state: "Gujarat",
  zipCode: "395002",
  country: "India",
};

/** A body that its owner may send, by call; `null` where there is none. */
export const bodies: Record<string, () => Record<string, unknown> | null> = {
  "GET /api/account": () => null,
  "PATCH /api/account": () => ({ firstName: "Usha", lastName: "Rao", phoneNumber: "9123456780" }),
  "POST /api/account/password": () => ({ currentPassword: asha.password, newPassword: "sheesham 7 rings" }),
  "GET /api/account/sessions": () => null,
  "DELETE /api/account/sessions/:sessionId": () => null,
  "DELETE /api/account/sessions": () => null,
  "GET /api/account/activity": () => null,
  "GET /api/account/data": () => null,
  "DELETE /api/account": () => ({ password: asha.password }),
  "GET /addresses/:userId": () => null,
  "POST /addresses/:userId": () => address,
  "PUT /addresses/:userId/:addressId": () => ({ ...address, street: "14 Ring Road" }),
  "DELETE /addresses/:userId/:addressId": () => null,
  "PATCH /addresses/:userId/:addressId/default": () => null,
  "GET /api/cart": () => null,
  "POST /api/cart/add": () => ({ productId: "bowl", quantity: 1 }),
  "PATCH /api/cart/update": () => ({ productId: "tray", quantity: 3 }),
  "DELETE /api/cart/remove": () => ({ productId: "tray" }),
  "DELETE /api/cart/clear": () => null,
  "POST /api/orders": () => ({
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
    userId: hers["userId"],
  }),
  "GET /api/orders/user/:userId": () => null,
  "GET /api/orders/:orderId": () => null,
  "PUT /api/orders/:orderId/cancel": () => ({ reasons: ["Other"], comments: "" }),
  "POST /api/payments/window": () => ({ orderId: hers["orderId"] }),
  "POST /api/payments/return": () => ({ orderId: hers["orderId"] }),
  "POST /api/testimonials": () => ({ message: "It sings.", rating: 5 }),
};

/** Calls that ask a provider, which is away in this test: then it is their owner's only answer. */
const NEEDS_PROVIDER = /^POST \/api\/payments\/window$/;

/** Who has an unpaid order cannot leave. */
const REFUSED_TO_HER = /^DELETE \/api\/account$/;

export const usual = (name: string) =>
  NEEDS_PROVIDER.test(name) ? 503 : REFUSED_TO_HER.test(name) ? 409 : 200;

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export const customers = routes.map(({ endpoint }) => endpoint).filter(({ policy }) => policy === "customer");

export const send = (
  endpoint: Endpoint,
  as: Customer | null,
  token?: string,
  more: object = {},
): Promise<Answered> => {
  const body = bodies[nameOf(endpoint)]?.() ?? null;
  return api.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => hers[name] ?? "nobody"),
    ...((body || Object.keys(more).length > 0) && { body: { ...body, ...more } }),
    ...(as && { as: token === undefined ? as : { ...as, accessToken: token } }),
  });
};
