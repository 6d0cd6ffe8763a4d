import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { MINUTE, SECOND } from "#contract/time.ts";
import { findOwnOrder } from "#shop/orders/server/serialize-order.ts";
import { type Customer, signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import {
  api,
  buy,
  context,
  type PlacedOrder,
  provider,
  readRows,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";
import { openPayments } from "./providers.ts";
import { closePayment } from "./update-payment.ts";
import { findPayment } from "./payments.ts";
import { readTestKeys, settleTestPayments, SIGNATURE_HEADER } from "./test-provider/bank.ts";
import { watchPayments } from "./watch-payments.ts";

let customer: Customer;

let order: PlacedOrder;

setUpShop();
beforeEach(buyBowl);

async function buyBowl(): Promise<void> {
  ({ customer, order } = await buy(testShop, "acacia-bowl"));
}

const postPayments = (path: string, by: Customer = customer) =>
  api.as(by).post(`/api/payments/${path}`, { orderId: order.orderId });

async function openPaymentWindow(): Promise<string> {
  const answer = await postPayments("window");
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, provider: "test", expiresAt: "2026-11-20T10:00:00.000Z" },
  });
  return String(answer.body["window"]);
}

async function submitForm(
  window: string,
  form: string,
  fields: Record<string, string>,
): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${provider.url}${window}/${form}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, html: await answer.text() };
}

const createCard = (number: string) => ({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" });

const readOrderStates = async () => {
  const now = await findOwnOrder(context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}${now?.paymentMethod ? ` by ${now.paymentMethod}` : ""}`;
};

const readBowlStock = () => readStock(context, "acacia-bowl");

const GOOD = "4111 1111 1111 1111";
const LOST_WEBHOOK = "4000 0000 0000 0341";
const SLOW = "4000 0000 0000 0119";
const ASKS_FOR_OTP = "4000 0027 6000 3184";
const PAID = "Processing/Completed by card";

async function pay(number: string, window?: string): Promise<string> {
  const { html } = await submitForm(window ?? (await openPaymentWindow()), "card", createCard(number));
  await context.settle();
  return html;
}

async function watch(): Promise<number> {
  const { checked } = await watchPayments(context);
  await context.settle();
  return checked;
}

test("the payment window shows the amount, can be framed only by the shop, and is never cached", async () => {
  const answer = await fetch(provider.url + (await openPaymentWindow()));
  const html = await answer.text();
  expect(html).toContain("Pay ₹2849.82");
  expect(html).toContain(`Order ${order.orderId}`);
  expect(html).not.toMatch(/<style|style=|onclick|<script(?![^>]* src=)/);
  // WebKit ignores 'self' in a sandboxed frame without an origin, so the policy must name the shop's origin.
  const policy = answer.headers.get("content-security-policy");
  for (const rule of ["style-src", "script-src", "form-action", "frame-ancestors"])
    expect(policy).toContain(`${rule} 'self' ${new URL(provider.url).origin}`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  for (const [, asset] of html.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g))
    expect((await fetch(provider.url + asset)).status).toBe(200);
});

test("a payment window is refused for another customer's order, and if the payment provider is unreachable", async () => {
  const ravi = await signInCustomer(context);
  expect((await postPayments("window", ravi)).status).toBe(404);
  expect((await postPayments("return", ravi)).status).toBe(404);
  openPayments(context, { port: 9 });
  expect(await postPayments("window")).toMatchObject({
    status: 503,
    headers: { "retry-after": expect.any(String) },
    body: { code: "unavailable" },
  });
  openPayments(context, { port: Number(new URL(provider.url).port) });
});

test.each([
  [GOOD, "card"],
  ["success@upi", "upi"],
])("paying with %s by %s pays the order and sells the piece", async (number, way) => {
  const fields = way === "card" ? createCard(number) : { upi: number };
  const page = await submitForm(await openPaymentWindow(), way, fields);
  expect(page.html).toContain('data-state="captured"');
  await context.settle();
  expect(await readOrderStates()).toBe(`Processing/Completed by ${way}`);
  expect(await readBowlStock()).toEqual({ onHand: 2, reserved: 0 });
});

test.each([
  ["4000 0000 0000 0002", "card", "The card was declined."],
  ["failure@upi", "upi", "The UPI payment was declined."],
])(
  "when a payment with %s by %s is declined, the customer sees the reason and can pay again",
  async (number, way, words) => {
    const fields = way === "card" ? createCard(number) : { upi: number };
    expect((await submitForm(await openPaymentWindow(), way, fields)).html).toContain(words);
    await context.settle();
    expect(await readOrderStates()).toBe("Pending/Failed");
    expect(await readBowlStock()).toEqual({ onHand: 3, reserved: 1 });
    await pay(GOOD);
    expect(await readOrderStates()).toBe(PAID);
  },
);

test("a card that needs a one-time password pays only with the right password", async () => {
  const window = await openPaymentWindow();
  expect(await pay(ASKS_FOR_OTP, window)).toContain("Your bank asks for a one-time password.");
  expect((await submitForm(window, "otp", { otp: "12" })).html).toContain("The one-time password was wrong.");
  await context.settle();
  expect(await readOrderStates()).toBe("Pending/Failed");
  await pay(ASKS_FOR_OTP, window);
  await submitForm(window, "otp", { otp: "123456" });
  await context.settle();
  expect(await readOrderStates()).toBe(PAID);
});

test("a slow payment is shown as in progress, extends the payment deadline, and then updates the order", async () => {
  const window = await openPaymentWindow();
  context.clock.advance(60 * MINUTE - 1);
  expect(await pay(SLOW, window)).toContain("Payment under way");
  expect(await readOrderStates()).toBe("Pending/Pending");
  expect(await postPayments("return", await signInAgain(testShop, customer))).toMatchObject({
    body: { paymentStatus: "Pending", underWay: true },
  });
  context.clock.advance(30 * SECOND);
  await watch();
  expect(await readOrderStates()).toBe("Pending/Pending");
  await settleTestPayments(context);
  await context.settle();
  expect(await readOrderStates()).toBe(PAID);
});

test("a payment whose webhook was lost is found when the customer returns, and otherwise by the payment watcher", async () => {
  await pay(LOST_WEBHOOK);
  expect(await readOrderStates()).toBe("Pending/Pending");
  expect(await postPayments("return")).toMatchObject({ status: 200, body: { paymentStatus: "Completed" } });
  await context.settle();
  expect(await readOrderStates()).toBe(PAID);

  await buyBowl();
  const window = await openPaymentWindow();
  context.clock.advance(60 * MINUTE - 1);
  await pay(LOST_WEBHOOK, window);
  context.clock.advance(1);
  expect(await watch()).toBe(1);
  expect(await readOrderStates()).toBe(PAID);
  expect(await watch()).toBe(0);
});

test("paying twice at the same time charges the customer once", async () => {
  const window = await openPaymentWindow();
  await Promise.all(Array.from({ length: 10 }, () => submitForm(window, "card", createCard(GOOD))));
  await context.settle();
  expect(await readRows("payment_event")).toHaveLength(1);
  expect(await readBowlStock()).toEqual({ onHand: 2, reserved: 0 });
});

test("a card number that is not one of the test cards is refused, and the entered card data is never stored or shown", async () => {
  const window = await openPaymentWindow();
  for (const fields of [
    createCard("4242 4242 4242 4242"),
    createCard(""),
    { ...createCard(GOOD), expiry: "10/26" },
  ]) {
    const page = await submitForm(window, "card", fields);
    expect(page.status).toBe(422);
    expect(page.html).not.toContain("4242");
  }
  expect((await submitForm(window, "upi", { upi: "asha@bank" })).status).toBe(422);
  const stored = JSON.stringify([await readRows("test_payment_session"), await readRows("outbox")]);
  expect(stored).not.toMatch(/4242|asha@bank|Asha Patel/);
  expect((await submitForm(window, "cancel", {})).html).toContain('data-state="closed"');
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
  expect(await readOrderStates()).toBe("Pending/Pending");
});

const captured = async (more: Record<string, unknown> = {}) => ({
  sessionId: (await openPaymentWindow()).slice("/pay/".length),
  eventId: "event-0001",
  fact: "captured",
  amountPaise: 284_982,
  currency: "INR",
  method: "card",
  ...more,
});

async function sendWebhook(
  event: object,
  { secret, tamper }: { secret?: string; tamper?: [string, string] } = {},
) {
  const { webhookSecret } = await readTestKeys(context);
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", secret ?? webhookSecret)
    .update(body)
    .digest("hex");
  const { status } = await fetch(`${provider.url}/api/payments/webhook/test`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(secret !== "" && { [SIGNATURE_HEADER]: signature }) },
    body: tamper ? body.replace(...tamper) : body,
  });
  await context.settle();
  return status;
}

test("a webhook that is forged, tampered with or unsigned is refused and not stored (T16)", async () => {
  const event = await captured();
  expect(await sendWebhook(event, { secret: "a guess" })).toBe(401);
  expect(await sendWebhook(event, { tamper: ["284982", "284983"] })).toBe(401);
  expect(await sendWebhook(event, { secret: "" })).toBe(401);
  expect(await sendWebhook({ hello: "world" })).toBe(400);
  expect(await readRows("payment_event")).toEqual([]);
  expect(await readOrderStates()).toBe("Pending/Pending");
});

test.each([
  [{ amountPaise: 100 }, "mismatch", [{ what: "the provider charged ₹1.00 instead of ₹2,849.82" }]],
  [{ currency: "USD" }, "mismatch", [{ what: "the provider charged 2849.82 USD instead of ₹2,849.82" }]],
  [{ sessionId: "somebody-elses" }, "unknown-session", []],
])(
  "a webhook with a wrong amount, currency or session (%j) is flagged and does not pay the order (T16)",
  async (other, outcome, findings) => {
    await sendWebhook(await captured(other));
    expect(await readOrderStates()).toBe("Pending/Pending");
    expect(await findPayment(context.db, order.orderId)).toMatchObject({ status: "Pending" });
    expect(await readRows("payment_finding")).toMatchObject(findings);
    expect(await readRows("payment_event")).toMatchObject([{ outcome }]);
  },
);

test("an order that is unpaid for an hour is cancelled, its piece is available again, and paying is refused", async () => {
  const window = await openPaymentWindow();
  await buyBowl();
  context.clock.advance(60 * MINUTE);
  await watch();
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  expect((await readRows("orders")).map(({ status }) => status)).toEqual(["Cancelled", "Cancelled"]);
  expect(await readBowlStock()).toEqual({ onHand: 3, reserved: 0 });
  expect(await pay(GOOD, window)).toContain("No longer payable");
  const again = await postPayments("window", await signInAgain(testShop, customer));
  expect(again).toMatchObject({ status: 409, body: { code: "not_payable" } });
});

test("if a payment is paid and closed at the same time, provider and shop agree on one result", async () => {
  for (let round = 0; round < 5; round++) {
    await buyBowl();
    const window = await openPaymentWindow();
    const [closing, page] = await Promise.all([
      closePayment(context, order.orderId),
      submitForm(window, "card", createCard(GOOD)),
    ]);
    await context.settle();
    const isPaid = page.html.includes('data-state="captured"');
    expect(closing).toBe(isPaid ? "paid" : "closed");
    expect(await readOrderStates()).toBe(isPaid ? PAID : "Cancelled/Expired");
    await context.database.pool.query("update stock set on_hand = 3, reserved = 1");
  }
});
