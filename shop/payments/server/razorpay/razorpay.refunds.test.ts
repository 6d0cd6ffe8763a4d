import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import {
  answerRefundsWith,
  bought,
  context,
  deliverWebhooks,
  dropResponse,
  findLedgerPayment,
  PAYABLE,
  payOnce,
  razorpay,
  readOutcomes,
  setUpRazorpay,
} from "../../../../tests/support/razorpay-shop.ts";
import { requestRefund, listRefunds } from "../index.ts";
import { retryRefund } from "../refunds.ts";
import { watchRefunds } from "../watch-payments.ts";

setUpRazorpay();

const startRefund = async (amountPaise = PAYABLE) => {
  const { orderId } = bought.order;
  await context.transact((tx) =>
    requestRefund(context, tx, { orderId, reason: "cancellation", amountPaise }),
  );
  await context.settle();
  const [refund] = await listRefunds(context.db, orderId);
  return refund;
};

test("a partial refund is sent to Razorpay once, with the shop's reference", async () => {
  const payment = await payOnce();
  expect(await startRefund(100_000)).toMatchObject({ status: "Processed", amount: 100_000 });
  expect(razorpay.refunds).toMatchObject([{ payment_id: payment.id, amount: 100_000 }]);
  const [{ receipt } = { receipt: null }] = razorpay.refunds;
  const refund = razorpay.refunds[0] ?? {};
  await deliverWebhooks(
    razorpay.message("refund.created", { refund, payment }),
    razorpay.message("refund.processed", { refund, payment }),
  );
  expect(receipt).toMatch(/^[0-9a-f-]{36}\.1$/);
  expect(await readOutcomes()).toEqual(["Completed", "unchanged", "unchanged"]);
  expect(razorpay.calls.filter((call) => call.endsWith("/refund"))).toHaveLength(1);
});

test("a refund is not sent twice if Razorpay's response was lost, and a webhook completes it", async () => {
  const payment = await payOnce();
  answerRefundsWith(dropResponse);
  expect(await startRefund()).toMatchObject({ status: "Pending" });
  expect(razorpay.refunds).toHaveLength(1);
  const [refund] = razorpay.refunds;
  Object.assign(refund ?? {}, { status: "pending" });
  razorpay.behave = null;
  context.clock.advance(MINUTE);
  await watchRefunds(context);
  expect(await listRefunds(context.db, bought.order.orderId)).toMatchObject([{ status: "Pending" }]);
  expect(razorpay.refunds).toHaveLength(1);
  Object.assign(refund ?? {}, { status: "processed" });
  await deliverWebhooks(razorpay.message("refund.processed", { refund, payment }));
  expect(await listRefunds(context.db, bought.order.orderId)).toMatchObject([
    { status: "Processed", providerId: refund?.id },
  ]);
  expect(await findLedgerPayment()).toMatchObject({ status: "Refunded" });
});

test("a refund that Razorpay executed but reported as failed is not executed again when the owner retries it", async () => {
  await payOnce();
  answerRefundsWith((then, request, response) => {
    const { writeHead, end } = response;
    response.writeHead = () => writeHead.call(response, 400, { "content-type": "application/json" });
    response.end = () => end.call(response, '{"error":{"description":"Something went wrong."}}', "utf8");
    then(request, response);
  });
  expect(await startRefund()).toMatchObject({
    status: "Failed",
    failure: "Something went wrong.",
    providerId: null,
  });
  razorpay.behave = null;
  await retryRefund(context, bought.order.orderId);
  await context.settle();
  expect(await findLedgerPayment()).toMatchObject({ status: "Refunded" });
  expect(razorpay.refunds).toHaveLength(1);
});

test("Razorpay's own refund of an uncaptured payment is ignored", async () => {
  const payment = await payOnce();
  const refund = { id: "rfnd_1234567890abcd", payment_id: payment.id, amount: 5, currency: "INR" };
  const razorpaysRefund = { ...payment, captured: false, status: "refunded" };
  await deliverWebhooks(
    razorpay.message("refund.processed", {
      refund: { ...refund, status: "processed" },
      payment: razorpaysRefund,
    }),
  );
  expect(await readOutcomes()).toEqual(["Completed", "ignored"]);
  expect(await listRefunds(context.db, bought.order.orderId)).toEqual([]);
});
