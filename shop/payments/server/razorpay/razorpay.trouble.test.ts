import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { expectConsistentLedger, readStock } from "../../../../tests/support/ledger.ts";
import {
  bought,
  context,
  findLedgerPayment,
  openPaymentWindow,
  postPayments,
  razorpay,
  readOrderStates,
  setUpRazorpay,
  testShop,
  watchAfter,
} from "../../../../tests/support/razorpay-shop.ts";
import { setSeller } from "../../../../tests/support/products.ts";
import { buy } from "../../../../tests/support/test-shop.ts";
import { paymentMessages } from "../../payment.ts";
import { checkPayments } from "../check-payments.ts";
import { listFindings } from "../findings.ts";
import { closePayment } from "../update-payment.ts";
import { ProviderUnavailable } from "../provider.ts";
import { watchLateMoney } from "../watch-payments.ts";
import { openRazorpay } from "./client.ts";
import { createRazorpayPayments } from "./payments.ts";

setUpRazorpay();

const page = "<html>".padEnd(100, " ");
const json = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
};

test.each<[string, RequestListener]>([
  ["redirects", json(302, "", { location: "/elsewhere" })],
  ["returns an HTML error page", json(502, page, { "content-type": "text/html" })],
  ["returns truncated JSON", json(200, '{"items":[')],
  ["returns unexpected JSON", json(200, '{"items":[{"id":"order_1","amount":"12"}]}')],
  ["returns an endless response", json(200, `{"items":["${"x".repeat(2_000_000)}"]}`)],
  ["closes the connection", (request) => request.socket.destroy()],
  ["refuses too many calls", json(429, '{"error":{"description":"Request failed"}}')],
  ["refuses the keys", json(401, '{"error":{"description":"Authentication failed"}}')],
])("if Razorpay %s, no order changes and Razorpay is called again later (T28)", async (what, how) => {
  razorpay.behave = () => how;
  const isPermanent = what === "refuses the keys";
  expect(await postPayments("window")).toMatchObject({
    status: isPermanent ? 409 : 503,
    body: { code: isPermanent ? "refused" : "unavailable" },
  });
  razorpay.behave = null;
  const payment = razorpay.pay(await openPaymentWindow());
  razorpay.behave = () => how;
  expect((await postPayments("return")).status).toBe(503);
  expect(razorpay.calls.join()).not.toContain("elsewhere");
  expect(await readOrderStates()).toBe("Pending/Pending");
  razorpay.behave = null;
  await watchAfter(MINUTE);
  expect(payment.status).toBe("captured");
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
});

test.each<[string, RequestListener, kind: "account-refused" | "payment-refused"]>([
  ["the keys", json(401, '{"error":{"description":"Authentication failed"}}'), "account-refused"],
  [
    "an account that is not activated",
    json(400, '{"error":{"description":"Your account has not been activated yet."}}'),
    "account-refused",
  ],
  [
    "the amount",
    json(400, '{"error":{"description":"Amount exceeds maximum amount allowed."}}'),
    "payment-refused",
  ],
])(
  "if Razorpay refuses %s, the customer sees whom to contact, and the payment check reports the refusal",
  async (_what, how, kind) => {
    razorpay.behave = () => how;
    await setSeller(context, { email: "shop@taruva.in", phone: "+91 98765 43210" });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await postPayments("window");
      expect({ status, code: body.code }).toEqual({ status: 409, code: "refused" });
      expect(body.message).toContain(
        "cannot be taken online now, and nothing was charged. Your order is kept until",
      );
      expect(body.message).toContain("Please write to shop@taruva.in or call +91 98765 43210.");
      expect(body.message).not.toMatch(/again|moment/);
    }
    const other = await buy(testShop, "acacia-bowl");
    await postPayments("window", {}, other);
    await context.settle();
    const isOfAll = kind === "account-refused";
    expect(await checkPayments(context)).toMatchObject(
      isOfAll
        ? [
            {
              about: bought.order.orderId,
              what: expect.stringMatching(/^customers cannot pay online: Razorpay /),
              remedy: expect.stringMatching(/^Compare RAZORPAY_KEY_ID/),
            },
          ]
        : [bought, other].map(({ order }) => ({
            about: order.orderId,
            what: expect.stringContaining("cannot pay ₹2,849.82 online: Razorpay refused: Amount exceeds"),
            remedy: expect.stringContaining("Record the payment when you have it"),
          })),
    );
    razorpay.behave = null;
    for (const one of [bought, other]) razorpay.pay(await openPaymentWindow(one));
    await watchAfter(MINUTE);
    expect(await checkPayments(context)).toEqual([]);
  },
);

test("if Razorpay refuses the keys after the payment window was opened, the message does not say that nothing was charged", async () => {
  razorpay.pay(await openPaymentWindow(), { status: "created" });
  razorpay.behave = () => json(401, "");
  const { status, body } = await postPayments("window");
  expect(status).toBe(409);
  expect(body.message).toMatch(
    /^This payment cannot be taken online now. If you have already paid, do not pay again/,
  );
  expect((await postPayments("return")).body.message).toBe(paymentMessages.unknown);
});

test("a response of Razorpay with another order's payments changes no order", async () => {
  const mine = await openPaymentWindow();
  const other = razorpay.pay(await openPaymentWindow(await buy(testShop, "acacia-bowl")));
  razorpay.behave = () => json(200, JSON.stringify({ items: [other] }));
  expect((await postPayments("return")).status).toBe(503);
  expect(await findLedgerPayment()).toMatchObject({ sessionId: mine, status: "Pending" });
});

test("calls to Razorpay have a timeout", async () => {
  const now = () => context.now();
  const provider = createRazorpayPayments(razorpay.account, now, openRazorpay(razorpay.account, now, 150));
  razorpay.behave = () => () => {};
  const session = { sessionId: "order_1234567890abcd", amountPaise: 1, currency: "INR" };
  await expect(provider.fetchState(session)).rejects.toThrow("no answer in time");
});

test("after five failed calls, calls to Razorpay are suspended for at most a minute", async () => {
  const { account } = razorpay;
  const client = openRazorpay(account, () => context.now());
  // A write is not repeated, so each failure is one call.
  const order = { amount: 100, currency: "INR", receipt: "order-1" };
  const send = () => client.within(() => client.createOrder(order)).catch((cause: unknown) => cause);
  razorpay.behave = () => (request) => request.socket.destroy();
  for (let time = 0; time < 5; time++) expect(await send()).toBeInstanceOf(ProviderUnavailable);
  expect(razorpay.calls).toHaveLength(5);
  const printed = inspect(await send(), { depth: 10, showHidden: true });
  expect(printed).toContain("will try again soon");
  expect(printed).not.toContain(account.keySecret);
  expect(printed).not.toContain(Buffer.from(`${account.keyId}:${account.keySecret}`).toString("base64"));
  expect(razorpay.calls).toHaveLength(5);
  razorpay.behave = null;
  context.clock.advance(MINUTE);
  expect(await send()).toMatchObject({ amount: 100 });
});

test("the shop does not call Razorpay with an invalid order id", async () => {
  const provider = createRazorpayPayments(razorpay.account, () => context.now());
  for (const sessionId of ["../payments", "order_1/../../x", "order_123?x=", ""])
    await expect(provider.fetchState({ sessionId, amountPaise: 1, currency: "INR" })).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
  expect(razorpay.calls).toEqual([]);
});

test("an order for which a wrong amount was paid expires, and the owner is notified of the payment (T16)", async () => {
  const payment = razorpay.pay(await openPaymentWindow(), { amount: 100 });
  await watchAfter(MINUTE);
  expect(await readOrderStates()).toBe("Pending/Pending");
  await watchAfter(60 * MINUTE);
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  await watchLateMoney(context);
  expect(await listFindings(context.db)).toMatchObject([
    { reference: payment.id, what: "the provider charged ₹1.00 instead of ₹2,849.82" },
  ]);
});

test("the pieces of an unpaid order stay reserved while the provider is unreachable, and the order expires afterwards (T28)", async () => {
  await openPaymentWindow();
  razorpay.behave = () => (request) => request.socket.destroy();
  expect(await closePayment(context, bought.order.orderId)).toBe("unavailable");
  for (const reserved of [1, 0]) {
    await watchAfter(61 * MINUTE);
    expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 3, reserved });
    razorpay.behave = null;
  }
  expect(await readOrderStates()).toBe("Cancelled/Expired");
});

test("an unpaid order expires, and a payment that arrives days later restores the order", async () => {
  const id = await openPaymentWindow();
  await watchAfter(60 * MINUTE);
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  context.clock.advance(2 * DAY);
  razorpay.pay(id, { status: "authorized" });
  expect((await watchLateMoney(context)).checked).toBe(1);
  await context.settle();
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
  await expectConsistentLedger(context);
  expect((await watchLateMoney(context)).checked).toBe(0);
});

test("an order stays open during a payment attempt at the bank, but expires if the attempt is abandoned", async () => {
  const id = await openPaymentWindow();
  context.clock.advance(59 * MINUTE);
  razorpay.pay(id, { status: "created" });
  await watchAfter(MINUTE);
  expect(await readOrderStates()).toBe("Pending/Pending");
  await watchAfter(15 * MINUTE);
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  // The shop stops querying the payment after a week.
  context.clock.advance(7 * DAY);
  expect((await watchLateMoney(context)).checked).toBe(0);
});
