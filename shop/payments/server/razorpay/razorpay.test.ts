import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../../tests/support/customer.ts";
import { expectConsistentLedger } from "../../../../tests/support/ledger.ts";
import {
  bought,
  buyBowl,
  context,
  dropResponse,
  findLedgerPayment,
  openPaymentWindow,
  PAYABLE,
  postPayments,
  razorpay,
  readOrderStates,
  setUpRazorpay,
  testShop,
  watchAfter,
} from "../../../../tests/support/razorpay-shop.ts";
import { buy } from "../../../../tests/support/test-shop.ts";
import { getProviderOfPayment } from "../providers.ts";

setUpRazorpay();

test("concurrent requests for a payment window create one order at Razorpay with the right amount", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => postPayments("window")));
  const [first] = answers;
  expect(first).toMatchObject({
    status: 200,
    body: {
      provider: "razorpay",
      keyId: razorpay.account.keyId,
      amountPaise: PAYABLE,
      currency: "INR",
      description: `Order ${bought.order.orderId}`,
      expiresAt: "2026-11-20T10:00:00.000Z",
    },
  });
  expect(JSON.stringify(first?.body)).not.toContain(razorpay.account.keySecret);
  const id = await openPaymentWindow();
  expect(new Set(answers.map(({ body }) => body["providerOrderId"]))).toEqual(new Set([id]));
  const row = await findLedgerPayment();
  expect(razorpay.orders.find((order) => order.id === id)).toMatchObject({
    amount: PAYABLE,
    currency: "INR",
    receipt: row?.id,
  });
});

test("after 120 payment requests a customer must wait, so Razorpay is not queried further, and another customer can still pay (security §10)", async () => {
  await openPaymentWindow();
  let queries = 0;
  razorpay.behave = (then) => (request, response) => {
    queries++;
    return then(request, response);
  };
  const statuses: number[] = [];
  for (let call = 0; call < 130; call++) statuses.push((await postPayments("return")).status);
  razorpay.behave = null;
  expect([...new Set(statuses)]).toEqual([200, 429]);
  expect(statuses.lastIndexOf(200)).toBe(118);
  expect(queries).toBe(119);
  const ravi = await buy(testShop, "acacia-bowl", { by: await signInCustomer(context) });
  expect((await postPayments("window", {}, ravi)).status).toBe(200);
});

test("if the response to creating an order at Razorpay is lost, the order is found again and not created twice", async () => {
  razorpay.behave = (then) => (request, response) => {
    if (request.method === "GET") return then(request, response);
    dropResponse(then, request, response);
  };
  expect(await postPayments("window")).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(razorpay.orders).toHaveLength(1);
  razorpay.behave = null;
  expect(await openPaymentWindow()).toBe(razorpay.orders[0]?.id);
  expect(razorpay.orders).toHaveLength(1);
});

test("a payment window is refused if Razorpay's order has a different amount from the shop's order", async () => {
  razorpay.behave = (then) => (request, response) => {
    if (request.method === "GET") return then(request, response);
    const lie = { id: "order_1234567890abcd", amount: 100, currency: "INR", receipt: "x", created_at: 1 };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lie));
  };
  expect((await postPayments("window")).status).toBe(503);
  expect(await findLedgerPayment()).toMatchObject({ sessionId: null });
});

test("if the customer returns from Razorpay with a valid signature, the shop fetches the payment from Razorpay and the order is paid", async () => {
  const payment = razorpay.pay(await openPaymentWindow());
  const answer = await postPayments("return", { proof: razorpay.proofOf(payment) });
  expect(answer).toMatchObject({ status: 200, body: { paymentStatus: "Completed" } });
  await context.settle();
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
  await expectConsistentLedger(context);
});

test("if the customer returns from Razorpay with a signature that is forged or of another order, the return is refused", async () => {
  const other = await buy(testShop, "acacia-bowl");
  const theirs = razorpay.proofOf(razorpay.pay(await openPaymentWindow(other)));
  razorpay.pay(await openPaymentWindow());
  razorpay.calls = [];
  for (const proof of [
    theirs,
    { ...theirs, signature: "" },
    { ...theirs, signature: "zz".repeat(32) },
    { paymentId: "pay_x|pay_y", signature: theirs.signature },
  ])
    expect(await postPayments("return", { proof })).toMatchObject({
      status: 400,
      body: { code: "unproved" },
    });
  expect(razorpay.calls).toEqual([]);
  expect(await readOrderStates()).toBe("Pending/Pending");
  expect((await postPayments("return", { proof: theirs }, other)).status).toBe(200);
});

test("an authorized payment is captured only if its amount is the amount of the order", async () => {
  const promised = razorpay.pay(await openPaymentWindow(), { status: "authorized" });
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Completed" } });
  expect(promised.status).toBe("captured");

  await buyBowl();
  const other = razorpay.pay(await openPaymentWindow(), { status: "authorized", amount: 100 });
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
  expect(other.status).toBe("authorized");
  await watchAfter(60 * MINUTE);
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  expect(other.status).toBe("authorized");
});

test("a payment that was dismissed, failed or is in progress leaves the order unpaid", async () => {
  expect(await postPayments("return")).toMatchObject({ status: 200, body: { paymentStatus: "Pending" } });
  const id = await openPaymentWindow();
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
  razorpay.pay(id, { status: "failed" });
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Failed" } });
  expect(await findLedgerPayment()).toMatchObject({ failure: "Your payment was declined by the bank." });
  razorpay.pay(id, { status: "created" });
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Failed", underWay: true } });
  expect(await postPayments("window")).toMatchObject({ status: 409, body: { code: "under_way" } });
  expect(await postPayments("window", { again: true })).toMatchObject({ body: { providerOrderId: id } });
  razorpay.pay(id);
  expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Completed" } });
});

test("a payment that was begun with the test provider continues with Razorpay after Razorpay is set up (D60)", async () => {
  await context.database.pool.query(
    "update payment set provider = 'test', session_id = 'old', session_address = '/pay/old'",
  );
  expect(await postPayments("return")).toMatchObject({ status: 200, body: { paymentStatus: "Pending" } });
  const id = await openPaymentWindow();
  expect(id).toMatch(/^order_/);
  expect(await findLedgerPayment()).toMatchObject({
    provider: "razorpay",
    sessionId: id,
    sessionAddress: null,
  });

  await buyBowl(await signInCustomer(context));
  await context.database.pool.query(
    "update payment set provider = 'test', session_id = 'older' where order_id = $1",
    [bought.order.orderId],
  );
  await watchAfter(60 * MINUTE);
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  expect(() => getProviderOfPayment(context, { provider: "test" })).toThrow(
    "The test provider is switched off. No real money was paid with it.",
  );
});
