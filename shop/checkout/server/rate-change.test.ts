import { afterEach, beforeEach, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { payOrder } from "#shop/orders/server/payment-events.ts";
import { expireOrder } from "#shop/orders/server/cancellations.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { payment } from "#shop/payments/server/tables.ts";
import { runTypedIn, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";

/* Midnight in India, when the tax rate of HSN 4419 changes (CGST Act, section 14). */
const MIDNIGHT = new Date("2026-11-20T18:30:00.000Z");
const rates = (from: string, hsn = "4419") => ({ rates: [{ hsn, rate: 5, from }] });

setUpShop({ goods: [{ id: "acacia-bowl", price: 249_900, onHand: 9 }] });
beforeEach(async () => {
  await setSeller(context, sampleSeller, rates("2026-11-21"));
  context.clock.set(new Date(MIDNIGHT.getTime() - 10 * MINUTE));
});
afterEach(() => context.settle());

const readOrder = async () => (await context.db.select().from(orders))[0];

test.each([
  ["on the web", () => buy(testShop, "acacia-bowl")],
  ["by phone", () => takePhoneOrder(context)],
])("an order %s can be paid only until a tax rate of its goods changes", async (_, place) => {
  await place();
  expect((await readOrder())?.payUntil).toEqual(MIDNIGHT);
  expect((await context.db.select().from(payment))[0]?.expiresAt).toEqual(MIDNIGHT);
});

test.each([
  ["the tax rate of other goods", rates("2026-11-21", "6912")],
  ["the tax rate on a later day", rates("2026-11-25")],
])("a change of %s does not shorten the time to pay an order", async (_, taxes) => {
  await setSeller(context, sampleSeller, taxes);
  await buy(testShop, "acacia-bowl");
  expect((await readOrder())?.payUntil).toBeNull();
});

test("an order by phone cannot be marked as paid after its tax rate has changed, and nothing is recorded", async () => {
  const { orderId } = await takePhoneOrder(context);
  context.clock.advance(20 * MINUTE);
  await expect(runTypedIn(context, "orders paid", { orderId }, { by: "cash" })).rejects.toThrow(
    `The tax rate has changed since ${orderId} was placed`,
  );
  expect(await readOrder()).toMatchObject({ status: "Pending", paymentStatus: "Pending" });
  expect(await context.db.select().from(payment)).toMatchObject([{ status: "Pending" }]);
});

test("an order that is paid before a tax rate changes keeps its rate afterwards", async () => {
  await buyPaid("acacia-bowl");
  context.clock.advance(30 * MINUTE);
  expect(await readOrder()).toMatchObject({ status: "Processing", cgstRate: 9, sgstRate: 9 });
});

test.each([
  [
    "after an order has expired, a payment before the tax rate changes restores the order",
    true,
    5,
    "Processing",
  ],
  ["after an order has expired, a payment after the tax rate has changed is refunded", true, 20, "Cancelled"],
  [
    "a payment after the tax rate has changed is refunded even if the order has not expired",
    false,
    20,
    "Cancelled",
  ],
])(
  "a payment is accepted only before the tax rate of its order changes: %s",
  async (_, isExpired, minutes, status) => {
    const { order } = await buy(testShop, "acacia-bowl");
    if (isExpired) await context.transact((tx) => expireOrder(context, tx, order.orderId));
    context.clock.advance(minutes * MINUTE);
    const now = context.now();
    await context.db.update(payment).set({
      status: "Completed",
      statusBefore: "Pending",
      provider: "test",
      capturedAt: now,
      method: "card",
    });
    await context.transact((tx) => payOrder(context, tx, order.orderId, "card"));
    expect(await readOrder()).toMatchObject({
      status,
      paymentStatus: status === "Cancelled" ? "Refunding" : "Completed",
    });
  },
);
