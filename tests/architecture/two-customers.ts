import { afterAll, beforeAll } from "vitest";
import { openPayments } from "#shop/payments/server/providers.ts";
import { routes } from "../../server/features.ts";
import { type Api, openApi } from "../support/api.ts";
import { type Customer, signInCustomer } from "../support/customer.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { type Issuer, openIssuer } from "../support/issuer.ts";
import { stockProducts } from "../support/products.ts";
import { openRazorpayServer, type RazorpayServer } from "../support/razorpay-server.ts";
import { shippingAddress } from "../support/samples.ts";
import { wipeAllButTestKeys } from "../support/test-shop.ts";

// The setup for the tests of T11 and T12. These tests send every API call, and fail if their lists lack a call.

export let context: TestContext;

export let api: Api;

export let issuer: Issuer;

export let razorpay: RazorpayServer;

export let asha: Customer;

export let ravi: Customer;

/** The ids of Asha's account, orders and so on, by the name of the path parameter: `orderId`. */
export let hers: Record<string, string>;

/** Runs `work` with `unknown`, an id that does not exist, in place of each id in `hers`. */
export async function sendAbout<Answer>(unknown: string, work: () => Promise<Answer>): Promise<Answer> {
  const named = hers;
  hers = Object.fromEntries(Object.keys(named).map((key) => [key, unknown]));
  return work().finally(() => (hers = named));
}

/** Starts a server with all API calls. `setUp` creates a resource of each kind for the customer Asha. */
export function setUpEveryCall(): void {
  beforeAll(async () => {
    issuer = await openIssuer();
    razorpay = await openRazorpayServer();
    await razorpay.close();
    context = await createTestContext({ config: { signIn: issuer.settings, razorpay: razorpay.account } });
    api = await openApi(context, routes);
    openPayments(context, { port: 9 });
  });
  afterAll(async () => {
    await api.close();
    await context.close();
    issuer.close();
  });
}

export async function setUp(): Promise<void> {
  await wipeAllButTestKeys(context);
  context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockProducts(context, [{ id: "bowl" }, { id: "tray" }, { id: "sold-out", onHand: 0 }]);
  asha = await signInCustomer(context);
  ravi = await signInCustomer(context, { firstName: "Ravi" });
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
    addressId: readId(saved.body["address"]),
    orderId: (placed.body["order"] as { orderId: string }).orderId,
    productId: "bowl",
    paper: "invoice",
    sessionId: readId((sessions.body["sessions"] as unknown[])[0]),
  };
}

const readId = (thing: unknown): string => (thing as { _id: string })._id;

export const address = {
  street: "12 Ring Road",
  city: "Surat",
  state: "Gujarat",
  zipCode: "395002",
  country: "India",
};
