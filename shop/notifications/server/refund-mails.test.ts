import { expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { orderRefunded } from "#shop/orders/events.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { readMailFiles } from "../../../tests/support/mails.ts";
import { setRules } from "../../../tests/support/products.ts";
import { readAttachedPdf } from "../../../tests/support/read-pdf.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { api, buyPaid, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { confirmCashOrder } from "#shop/orders/server/cash-orders.ts";
import { refundOrder } from "#shop/orders/server/refunds.ts";
import { deliverOrder } from "../../orders/server/order-parcels.ts";

setUpShop({ mails: "with invoices" });
const readAttached = (subject: RegExp): Promise<string[]> =>
  Promise.all(
    readMailFiles(context)
      .filter((mail) => subject.test(mail))
      .map(readAttachedPdf),
  );

const readText = (amount: string): string =>
  (readMailFiles(context).find((mail) => mail.includes(`Subject: ${amount}`)) ?? "").replaceAll(/\s+/g, " ");

test("each of several refund mails has the credit note of its refund, even if the mail is sent late (D92)", async () => {
  const bought = await buyPaid("acacia-bowl");
  const { orderId } = bought.order;
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  for (const amountPaise of [100_000, 50_000]) {
    context.clock.advance(SECOND);
    await refundOrder(context, orderId, { amountPaise, reason: "cracked" });
    await context.settle();
  }
  const { accountId } = bought.customer;
  const late = { orderId, accountId, amountPaise: 100_000, creditNote: "CN26-27/000001" };
  await context.transact((tx) => context.outbox.publish(tx, orderRefunded, late));
  await context.settle();
  const first = expect.stringContaining("Credit note number CN26-27/000001");
  expect(await readAttached(/^Subject: ₹1,000.00/m)).toEqual([first, first]);
  // Each credit note can also be downloaded by its own number.
  for (const number of ["CN26-27-000001", "CN26-27-000002"]) {
    const { headers } = await api.as(bought.customer).get(`/api/orders/${orderId}/papers/${number}`);
    expect(headers["content-disposition"]).toContain(number);
  }
  expect(await readAttached(/^Subject: ₹500.00/m)).toEqual([expect.stringContaining("CN26-27/000002")]);
});

test("the mails about a refunded cash order explain how the money was sent and name the reference of the transfer", async () => {
  await setRules(context, { cashOnDelivery: { upTo: 5_000 } });
  const items = [{ productId: "acacia-bowl", quantity: 1 }];
  const customer = await signInCustomer(context);
  const { body } = await api.as(customer).post("/api/orders", { items, shippingAddress, payInCash: true });
  const { orderId } = body["order"] as { orderId: string };
  await confirmCashOrder(context, orderId);
  await context.settle();
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  await deliverOrder(context, orderId, { inPerson: true });
  await context.settle();
  for (const [amountPaise, byHand] of [
    [10_000, "UPI 428812345678"],
    [20_000, "UPI 428812345679"],
  ] as const) {
    context.clock.advance(SECOND);
    await refundOrder(context, orderId, { amountPaise, reason: "cracked", byHand });
  }
  await context.settle();
  const [first, second] = ["₹100.00", "₹200.00"].map(readText);
  expect(first).toContain(
    "We have sent ₹100.00 back for your order by UPI or bank transfer, under the reference UPI 428812345678.",
  );
  expect(second).toContain("under the reference UPI 428812345679.");
  for (const text of [first, second]) expect(text).not.toContain("the method you paid with");
});
