import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { findOwnOrder } from "#shop/orders/server/serialize-order.ts";
import { findPayment } from "../../shop/payments/server/index.ts";
import { openPayments } from "../../shop/payments/server/providers.ts";
import { watchPayments } from "../../shop/payments/server/watch-payments.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import { stockProducts } from "./products.ts";
import {
  type Message,
  openRazorpayServer,
  type RazorpayPayment,
  type RazorpayServer,
} from "./razorpay-server.ts";
import { buy, openTestShop, type TestShop } from "./test-shop.ts";

const START = new Date("2026-11-20T09:00:00.000Z");

export const PAYABLE = 284_982;

export let testShop: TestShop;

export let context: TestContext;

export let razorpay: RazorpayServer;

export let bought: Awaited<ReturnType<typeof buy>>;

/** Lets a customer order a bowl before each test. */
export function setUpRazorpay(): void {
  beforeAll(async () => {
    razorpay = await openRazorpayServer(() => context.now());
    const { account } = razorpay;
    const webhookSecrets = [...account.webhookSecrets, "the-secret-before-that-one"];
    testShop = await openTestShop({
      config: { testPayments: false, razorpay: { ...account, webhookSecrets } },
    });
    ({ context } = testShop);
  });
  afterAll(async () => {
    await razorpay.close();
    await testShop.close();
  });
  beforeEach(async () => {
    await context.wipe();
    context.clock.set(START);
    Object.assign(razorpay, { behave: null, orders: [], payments: [], refunds: [], calls: [] });
    openPayments(context, { port: 9 });
    await stockProducts(context, [{ id: "acacia-bowl", price: 249_900, onHand: 3 }]);
    await buyBowl();
  });
}

/** Places the order `bought`, which the other functions use by default. */
export async function buyBowl(by?: Customer, quantity = 1): Promise<void> {
  bought = await buy(testShop, "acacia-bowl", { quantity, ...(by && { by }) });
}

export const postPayments = (path: string, more: object = {}, { customer, order } = bought) =>
  testShop.api.as(customer).post(`/api/payments/${path}`, { orderId: order.orderId, ...more });

export async function openPaymentWindow(of = bought): Promise<string> {
  const answer = await postPayments("window", {}, of);
  expect(answer.status, answer.body.message).toBe(200);
  return String(answer.body["providerOrderId"]);
}

export const postWebhook = ({ body, headers }: Message) =>
  testShop.api.inject({ method: "POST", url: "/api/payments/webhook/razorpay", body, headers });

export async function deliverWebhooks(...messages: Message[]): Promise<void> {
  for (const message of messages) expect(await postWebhook(message)).toMatchObject({ status: 200 });
  await context.settle();
}

export const readOrderStates = async ({ customer, order } = bought) => {
  const now = await findOwnOrder(context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}${now?.paymentMethod ? ` by ${now.paymentMethod}` : ""}`;
};

export const findLedgerPayment = () => findPayment(context.db, bought.order.orderId);

export const readOutcomes = async () =>
  (
    await context.database.pool.query<{ outcome: string }>(
      "select outcome from payment_event order by outcome",
    )
  ).rows.map(({ outcome }) => outcome);

export async function payOnce(): Promise<RazorpayPayment> {
  const payment = razorpay.pay(await openPaymentWindow());
  await deliverWebhooks(razorpay.message("payment.captured", { payment }));
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
  return payment;
}

export async function watchAfter(ms: number): Promise<void> {
  context.clock.advance(ms);
  await watchPayments(context);
  await context.settle();
}

type Answer = (then: RequestListener, ...exchange: Parameters<RequestListener>) => unknown;

export function answerRefundsWith(answer: Answer): void {
  razorpay.behave = (then) => (request, response) =>
    void (request.url?.endsWith("/refund") ? answer(then, request, response) : then(request, response));
}

/** A handler that processes the request but drops the response. */
export function dropResponse(
  then: RequestListener,
  ...[request, response]: Parameters<RequestListener>
): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
  then(request, response);
}
