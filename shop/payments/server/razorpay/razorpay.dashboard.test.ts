import { afterEach, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { listTaxDocuments } from "#shop/invoices/server/tax-documents.ts";
import { listParcelsToPack } from "#shop/parcels/server/parcels-to-pack.ts";
import { runTypedIn } from "../../../../tests/support/bought-order.ts";
import { expectConsistentLedger } from "../../../../tests/support/ledger.ts";
import type { RazorpayPayment } from "../../../../tests/support/razorpay-server.ts";
import {
  answerRefundsWith,
  bought,
  buyBowl,
  context,
  deliverWebhooks,
  findLedgerPayment,
  openPaymentWindow,
  PAYABLE,
  payOnce,
  razorpay,
  readOrderStates,
  readOutcomes,
  setUpRazorpay,
} from "../../../../tests/support/razorpay-shop.ts";
import { closePayment } from "../update-payment.ts";
import { listFindings } from "../findings.ts";
import { listRefunds } from "../index.ts";
import { watchRefunds } from "../watch-payments.ts";

/* Tests refunds that the owner makes in Razorpay's dashboard, together with refunds by the shop (T54). */

setUpRazorpay();
afterEach(async () => {
  await context.settle();
  await expectConsistentLedger(context);
  const { rows } = await context.database.pool.query<{ paid: string; back: string }>(
    "select p.amount as paid, coalesce(sum(r.amount), 0) as back from payment p join refund r on r.order_id = p.order_id group by p.id",
  );
  for (const { paid, back } of rows) expect(Number(back)).toBeLessThanOrEqual(Number(paid));
});

const say = (line: string, options: Record<string, string> = {}) =>
  runTypedIn(context, line, { orderId: bought.order.orderId }, options);

let made = 0;

function refundInDashboard(payment: RazorpayPayment, amount = payment.amount) {
  const refund = {
    id: `rfnd_dashboard${String(++made).padStart(4, "0")}`,
    payment_id: payment.id,
    amount,
    currency: "INR",
    receipt: null,
    status: "processed" as const,
  };
  razorpay.refunds.push(refund);
  const back = razorpay.refunds
    .filter((one) => one.payment_id === payment.id && one.status !== "failed")
    .reduce((sum, one) => sum + one.amount, 0);
  const status = back >= payment.amount ? "refunded" : "captured";
  Object.assign(payment, { amount_refunded: back, status });
  const created = { refund: { ...refund, status: "pending" }, payment: { ...payment } };
  return {
    refund,
    created: razorpay.message("refund.created", created),
    processed: razorpay.message("refund.processed", { refund, payment: { ...payment } }),
  };
}

const readRefunds = () => listRefunds(context.db, bought.order.orderId);
const readFindings = async () => (await listFindings(context.db)).map(({ what }) => what);
const readNotes = async () =>
  (await listTaxDocuments(context, { from: new Date(0), to: new Date("2030-01-01") })).documents
    .filter(({ row }) => row.kind === "credit-note")
    .map(({ row }) => row.amount);
const dispatch = () => say("orders dispatch", { courier: "Delhivery", number: "1" });

test("a refund made in Razorpay's dashboard is recorded once with amount and id, and the order leaves the list of orders to pack (T54)", async () => {
  const payment = await payOnce();
  const { refund, created, processed } = refundInDashboard(payment);
  await deliverWebhooks(created);
  expect(await readOrderStates()).toBe("Processing/Refunding by upi");
  expect(await listParcelsToPack(context.db)).toEqual([]);
  await deliverWebhooks(processed, processed, created);
  expect(await readRefunds()).toMatchObject([
    { reason: "dashboard", amount: PAYABLE, status: "Processed", providerId: refund.id },
  ]);
  expect(await readOrderStates()).toBe("Processing/Refunded by upi");
  expect(await readNotes()).toEqual([PAYABLE]);
  expect(await listParcelsToPack(context.db)).toEqual([]);
  await expect(dispatch()).rejects.toThrow(/is being refunded|[Dd]o not send it/);
  const shown = await say("orders show");
  expect(Object.values(shown.facts ?? {}).join()).toContain(`made in the provider's dashboard, ${refund.id}`);
  expect(await readFindings()).toEqual([
    `₹2,849.82 of ₹2,849.82 was refunded in the provider's dashboard (${refund.id})`,
  ]);

  expect((await say("orders cancel", { reason: "refunded" })).message).toBe(
    `${bought.order.orderId} was cancelled.`,
  );
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
  expect(await readFindings()).toEqual([]);
  expect(razorpay.refunds).toHaveLength(1);
  expect(await readNotes(), "no credit note without lines").toEqual([PAYABLE]);
});

test("cancelling an order that was partly refunded in Razorpay's dashboard refunds the rest and clears the warnings to the owner (T54)", async () => {
  const payment = await payOnce();
  const first = refundInDashboard(payment, 50_000);
  await deliverWebhooks(first.processed);
  expect(await readNotes()).toEqual([50_000]);
  const second = refundInDashboard(payment, 20_000);
  await deliverWebhooks(second.processed);
  expect(await readFindings()).toHaveLength(2);
  expect((await say("orders cancel", { reason: "cracked" })).message).toBe(
    `${bought.order.orderId} was cancelled. ₹2,149.82 is refunded to the customer.`,
  );
  expect(razorpay.refunds.map(({ amount }) => amount)).toEqual([50_000, 20_000, PAYABLE - 70_000]);
  expect(await readNotes()).toEqual([50_000, 20_000, PAYABLE - 70_000]);
  expect(await readFindings()).toEqual([]);
});

test("a partial refund in Razorpay's dashboard is reported even after dispatch, until the owner marks it as seen (T54)", async () => {
  const payment = await payOnce();
  await deliverWebhooks(refundInDashboard(payment, 50_000).processed);
  await dispatch();
  await say("orders refund", { amount: "100", reason: "scratched" });
  expect(await readFindings()).toHaveLength(1);
  await say("payments", { seen: "on" });
  expect(await readFindings()).toEqual([]);
});

test("a refund made in Razorpay's dashboard is found even if its webhook is lost, and the shop does not send a second refund (T54)", async () => {
  const payment = await payOnce();
  refundInDashboard(payment);
  expect((await say("orders cancel", { reason: "cracked" })).message).toContain("was cancelled");
  expect(razorpay.refunds).toHaveLength(1);
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
  expect(await readRefunds()).toMatchObject([
    { reason: "cancellation", amount: PAYABLE, status: "Processed", providerId: razorpay.refunds[0]?.id },
  ]);
  expect(await readNotes()).toEqual([PAYABLE]);
});

test("a partial refund made in Razorpay's dashboard is found when the order is cancelled, and the shop refunds only the rest (T54)", async () => {
  const payment = await payOnce();
  refundInDashboard(payment, 50_000);
  await say("orders cancel", { reason: "cracked" });
  expect(razorpay.refunds.map(({ amount }) => amount)).toEqual([50_000, PAYABLE - 50_000]);
  expect((await readRefunds()).map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual(
    [`50000 Processed`, `${PAYABLE - 50_000} Processed`].toSorted(),
  );
  expect((await readNotes()).reduce((sum, amount) => sum + amount, 0)).toBe(PAYABLE);
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
});

test("a refund of the same amount made in Razorpay's dashboard completes a failed refund of the shop (T54)", async () => {
  const payment = await payOnce();
  answerRefundsWith((_then, _request, response) => {
    const error = { code: "BAD_REQUEST_ERROR", description: "Your account does not have enough balance." };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  });
  await say("orders cancel", { reason: "cracked" });
  expect(await readRefunds()).toMatchObject([{ status: "Failed" }]);
  razorpay.behave = null;
  await deliverWebhooks(refundInDashboard(payment).processed);
  expect(await readRefunds()).toMatchObject([{ reason: "cancellation", status: "Processed" }]);
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
  await expect(say("payments", { retry: "on" })).rejects.toThrow("has no failed refund");
  expect(razorpay.refunds).toHaveLength(1);
});

test("after a full refund in Razorpay's dashboard, the replacement of a delivered piece cannot be sent (T54)", async () => {
  const payment = await payOnce();
  await dispatch();
  await say("orders deliver");
  await say("orders replace", { line: "acacia-bowl:1", reason: "cracked" });
  await deliverWebhooks(refundInDashboard(payment).processed);
  expect(await listParcelsToPack(context.db)).toEqual([]);
  await expect(say("orders dispatch", { courier: "D", number: "2", parcel: "2" })).rejects.toThrow(
    `${bought.order.orderId} is fully refunded. Do not send it.`,
  );
  await say("orders replace", { "call-off": "on", reason: "refunded" });
  expect((await say("orders refund", { reason: "x" }).catch((cause: Error) => cause)).message).toContain(
    "is already fully refunded",
  );
});

test("if a full refund in Razorpay's dashboard replaces an unsent refund of pieces, the credit note of the full refund lists these pieces (T54)", async () => {
  await buyBowl(undefined, 2);
  const payment = await payOnce();
  answerRefundsWith((_then, request) => request.socket.destroy());
  await say("orders cancel", { line: "acacia-bowl:1", reason: "cracked" });
  razorpay.behave = null;
  await deliverWebhooks(refundInDashboard(payment).processed);
  expect(await readRefunds()).toMatchObject([{ amount: payment.amount, status: "Processed" }]);
  await say("orders cancel", { reason: "refunded" });
  context.clock.advance(MINUTE);
  await watchRefunds(context);
  await context.settle();
  expect(razorpay.refunds).toHaveLength(1);
  expect(await readNotes()).toEqual([payment.amount, 0]);
  const { rows } = await context.database.pool.query(
    "select pieces from invoice where kind = 'credit-note' order by number",
  );
  expect(rows).toEqual([
    { pieces: [{ productId: "acacia-bowl", quantity: 1 }] },
    { pieces: [{ productId: "acacia-bowl", quantity: 1 }] },
  ]);
});

test("a pending refund made in Razorpay's dashboard is queried by its id and not sent again by the shop (T54)", async () => {
  const payment = await payOnce();
  const { refund, created } = refundInDashboard(payment);
  await deliverWebhooks(created);
  context.clock.advance(MINUTE);
  await watchRefunds(context);
  await context.settle();
  expect(await readRefunds()).toMatchObject([{ status: "Processed", providerId: refund.id }]);
  expect(razorpay.refunds).toHaveLength(1);
});

test("if the webhook of a refund arrives before that of its payment, the order is paid and refunded, with invoice and credit note (T54)", async () => {
  const payment = razorpay.pay(await openPaymentWindow());
  const captured = razorpay.message("payment.captured", { payment: { ...payment } });
  const { refund, processed } = refundInDashboard(payment);
  await deliverWebhooks(processed, captured);
  expect(await readOrderStates()).toBe("Processing/Refunded by upi");
  expect(await findLedgerPayment()).toMatchObject({ status: "Refunded", capturedAs: payment.id });
  expect(await readRefunds()).toMatchObject([{ providerId: refund.id, amount: PAYABLE }]);
  expect(await readNotes()).toEqual([PAYABLE]);
  expect(await listParcelsToPack(context.db)).toEqual([]);
  await say("orders cancel", { reason: "refunded" });
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
});

test("a late payment for sold-out products that was refunded in Razorpay's dashboard is not refunded again (T54)", async () => {
  const payment = razorpay.pay(await openPaymentWindow(), { status: "created", captured: false });
  await closePayment(context, bought.order.orderId);
  context.clock.advance(61 * MINUTE);
  await closePayment(context, bought.order.orderId);
  await context.settle();
  expect(await readOrderStates()).toBe("Cancelled/Expired");
  await context.database.pool.query("update stock set on_hand = 0, base = base - on_hand");
  Object.assign(payment, { status: "captured", captured: true });
  await deliverWebhooks(refundInDashboard(payment).processed);
  expect(await readOrderStates()).toBe("Cancelled/Refunded by upi");
  expect(razorpay.refunds).toHaveLength(1);
  expect(await readRefunds()).toHaveLength(1);
});

test.each([false, true])(
  "a full refund of a second payment, made in Razorpay's dashboard, clears the warning to the owner (refund event first: %s) (T54)",
  async (isRefundFirst) => {
    const first = await payOnce();
    const second = razorpay.pay(first.order_id ?? "");
    const captured = razorpay.message("payment.captured", { payment: { ...second } });
    if (!isRefundFirst) await deliverWebhooks(captured);
    await deliverWebhooks(refundInDashboard(second, 1_000).processed);
    expect(await readFindings()).toEqual([expect.stringContaining("the customer paid twice")]);
    await deliverWebhooks(refundInDashboard(second, PAYABLE - 1_000).processed, captured);
    expect(await readFindings()).toEqual([]);
    expect(await readRefunds()).toEqual([]);
    expect(await readOrderStates()).toBe("Processing/Completed by upi");
    expect(await readOutcomes()).toContain("other-payment");
    expect(await listParcelsToPack(context.db)).toHaveLength(1);
  },
);
