import { afterEach, expect, test } from "vitest";
import { expectConsistentLedger } from "../../../tests/support/ledger.ts";
import { createBag, postOrder } from "../../../tests/support/ordering.ts";
import { context, readRows, setUpSignedIn } from "../../../tests/support/test-shop.ts";

setUpSignedIn({
  goods: [
    { id: "coaster", price: 8_431 },
    { id: "table", price: 5_000_000 },
  ],
});
afterEach(async () => {
  await context.settle();
  await expectConsistentLedger(context);
});

test("an order below the payment provider's minimum amount is free and gets an invoice", async () => {
  // The coaster costs 84.31 + 2 × 7.59 GST = 99.49. The coupon of 99.00 leaves 0.49 to pay.
  const { status, body } = await postOrder(createBag(["coaster", 1]));
  expect(status).toBe(200);
  expect(body["order"]).toMatchObject({
    orderStatus: "Processing",
    paymentStatus: "Completed",
    totalAmount: 99.49,
    discount: 99.49,
    grandTotal: 0,
  });
  await context.settle();
  expect(await readRows("payment")).toEqual([]);
  expect(await readRows("invoice")).toMatchObject([{ kind: "invoice", amount: "0" }]);
});

test("an order above the payment provider's maximum is refused with a message that says what to do", async () => {
  const { status, body } = await postOrder(createBag(["table", 9]));
  expect([status, body.message]).toEqual([
    409,
    "Up to ₹500000.00 can be paid online in one payment. Please order in two parts, or write to us or call us. We will arrange another way to pay.",
  ]);
  expect(await readRows("orders")).toEqual([]);
});
