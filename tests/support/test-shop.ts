import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { openPayments } from "#shop/payments/server/providers.ts";
import type { Config } from "#platform/config/config.ts";
import { composeFeatures } from "#platform/feature.ts";
import { IdleProcess } from "#platform/processes/idle-process.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import type { NewOrder } from "#shop/checkout/new-order.ts";
import { features } from "../../server/features.ts";
import { readTestKeys } from "../../shop/payments/server/test-provider/bank.ts";
import { serveTestProvider } from "../../shop/payments/server/test-provider/routes.ts";
import { type Api, askPlainApp, createApiApp, openApi, openPlainApp } from "./api.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { createTestContext, type TestContext } from "./database.ts";
import { deleteMails } from "./mails.ts";
import { type TestProduct, stockProducts } from "./products.ts";
import { shippingAddress } from "./samples.ts";

/* The shop of a test file. `setUpShop()` opens it and assigns the variables below. */

export let testShop: TestShop;

export let context: TestContext;

export let api: Api;

export let provider: Awaited<ReturnType<typeof openProvider>>;

/** The customer whom `setUpSignedIn()` registers. */
export let asha: Customer;

/** A shop with all features. The owner's files are not imported. */
export interface TestShop {
  context: TestContext;
  api: Api;
  close(): Promise<void>;
}

interface TestShopOptions {
  /** Subscribers besides those of the features. */
  subscribers?: readonly Subscriber[];
  /** Without this option, the shop creates no mails. Drawing the attached invoices takes seconds. */
  mails?: "with invoices" | "without invoices";
  config?: Partial<Config>;
}

const BOWL = { id: "acacia-bowl", price: 249_900, onHand: 3 };

/** Empties the shop before each test, sets its clock to 20 November 2026 and adds `goods`. */
export function setUpShop({
  goods = [BOWL],
  ...options
}: TestShopOptions & { goods?: readonly TestProduct[] } = {}): void {
  beforeAll(async () => {
    testShop = await openTestShop(options);
    ({ context, api } = testShop);
    provider = await openProvider(context);
  });
  afterAll(async () => {
    await provider.close();
    await testShop.close();
  });
  beforeEach(async () => {
    await wipeAllButTestKeys(context);
    context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
    if (options.mails) deleteMails(context);
    if (options.mails === "without invoices") drawNoInvoices();
    if (goods.length > 0) await stockProducts(context, goods);
  });
}

/** Works like `setUpShop()`, but by default without products. Before each test, Asha logs in. */
export function setUpSignedIn(options: Parameters<typeof setUpShop>[0] = {}): void {
  setUpShop({ goods: [], ...options });
  beforeEach(async () => {
    asha = await signInCustomer(context);
  });
}

/** Serves the plugin's pages in the shop of `setUpShop()`. Returns a function that requests pages as a browser does. */
export function setUpPage(plugin: Parameters<typeof openPlainApp>[1]) {
  let app: FastifyInstance;
  beforeAll(async () => void ({ app } = await openPlainApp(context, plugin)));
  afterAll(() => app.close());
  return (href: string, form?: Record<string, string>) => askPlainApp(app, href, form);
}

export async function openTestShop({
  subscribers = [],
  mails,
  config = {},
}: TestShopOptions = {}): Promise<TestShop> {
  const composed = composeFeatures(features.filter(({ name }) => mails || name !== "notifications"));
  const opened = await createTestContext({ subscribers: [...composed.subscribers, ...subscribers], config });
  const calls = await openApi(opened, composed.routes);
  return {
    context: opened,
    api: calls,
    async close() {
      await calls.close();
      await opened.close();
    },
  };
}

/** Makes attached invoices empty files until the end of the test. */
function drawNoInvoices(): void {
  const { ask } = IdleProcess.prototype;
  vi.spyOn(IdleProcess.prototype, "ask").mockImplementation(function draw(this: IdleProcess, job, ...more) {
    const isInvoice = (job as { kind?: string }).kind === "invoice";
    return isInvoice ? Promise.resolve(new Uint8Array()) : ask.call(this, job, ...more);
  });
}

/** Serves the test payment provider and the shop's webhook over HTTP. */
export async function openProvider(shop: TestContext): Promise<{ url: string; close(): Promise<void> }> {
  const { routes = [] } = features.find(({ name }) => name === "payments") ?? {};
  const app = createApiApp(shop, routes);
  await app.register((pay) => serveTestProvider(pay, shop));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  openPayments(shop, { port: Number(new URL(url).port) });
  return { url, close: () => app.close() };
}

/** Empties the shop except for the test provider's keys, because the provider caches them in memory. */
export async function wipeAllButTestKeys(shop: TestContext): Promise<void> {
  const { apiKey, webhookSecret } = await readTestKeys(shop);
  await shop.wipe();
  await shop.database.pool.query("insert into test_payment_key values ('shop', $1, $2, now())", [
    apiKey,
    webhookSecret,
  ]);
}

export interface PlacedOrder {
  _id: string;
  orderId: string;
}

export async function buy(
  shop: TestShop,
  productId: string,
  {
    quantity = 1,
    by,
    recipient,
    ...more
  }: { quantity?: number; by?: Customer; recipient?: string } & Pick<
    NewOrder,
    "contact" | "gift" | "notBefore"
  > = {},
) {
  const customer = by ?? (await signInCustomer(shop.context));
  const answer = await shop.api.as(customer).post("/api/orders", {
    items: [{ productId, quantity }],
    shippingAddress: { ...shippingAddress, ...(recipient && { recipient }) },
    ...more,
  });
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${answer.body.message}`);
  return { customer, order: answer.body["order"] as PlacedOrder };
}

export async function payWith(
  shop: TestShop,
  providerUrl: string,
  { customer, order }: { customer: Customer; order: PlacedOrder },
  number = "4111 1111 1111 1111",
): Promise<void> {
  const answer = await shop.api.as(customer).post("/api/payments/window", { orderId: order.orderId });
  const paid = await fetch(`${providerUrl}${String(answer.body["window"])}/card`, {
    method: "POST",
    body: new URLSearchParams({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" }),
  });
  if (!paid.ok) throw new Error(`The window answered ${paid.status}.`);
  await shop.context.settle();
}

/** Buys and pays for a product in the shop of `setUpShop()`. Waits until all subscribers have the events. */
export async function buyPaid(
  productId: string,
  options?: Parameters<typeof buy>[2],
): ReturnType<typeof buy> {
  const bought = await buy(testShop, productId, options);
  await payWith(testShop, provider.url, bought);
  return bought;
}

export const readRows = async (table: string): Promise<Record<string, unknown>[]> =>
  (await testShop.context.database.pool.query<Record<string, unknown>>(`select * from ${table}`)).rows;
