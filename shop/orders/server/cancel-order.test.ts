// @engine: locks, races or SQL that the two engines could do differently.
import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { HOUR, SECOND } from "#contract/time.ts";
import type { Customer } from "../../../tests/support/customer.ts";
import { buy, type PlacedOrder, signInAgain } from "../../../tests/support/test-shop.ts";
import { setUpSellingShop, testShop } from "../../../tests/support/selling-shop.ts";
import { changePaymentStatus, changeStatus, lockOrder } from "./change-status.ts";
import { declineCancellation } from "./cancellations.ts";
import { orders } from "./tables.ts";

let customer: Customer;
let order: PlacedOrder;

setUpSellingShop([{ id: "acacia-bowl" }]);
beforeEach(async () => {
  ({ customer, order } = await buy(testShop, "acacia-bowl"));
});

const cancel = (body: unknown = { reasons: ["Found cheaper", "Other"], comments: "Sorry" }) =>
  testShop.api.as(customer).put(`/api/orders/${order.orderId}/cancel`, body);

const advance = async (ms: number) => {
  testShop.context.clock.advance(ms);
  customer = await signInAgain(testShop, customer);
};

describe("a request to cancel", () => {
  test("of an unpaid order: no one can pay it until that is declined (§2.8, D102)", async () => {
    const pay = async () => {
      const { body } = await testShop.api
        .as(customer)
        .post("/api/payments/window", { orderId: order.orderId });
      return body.code;
    };
    const payableUntil = async () => {
      const { body } = await testShop.api.as(customer).get(`/api/orders/${order.orderId}`);
      return (body["order"] as { payableUntil?: string }).payableUntil;
    };
    expect(await payableUntil()).toBe("2026-11-20T10:00:00.000Z");
    await cancel();
    expect([await pay(), await payableUntil()]).toEqual(["suspended", undefined]);
    await declineCancellation(testShop.context, order.orderId, "It is packed.");
    // No provider is open in this test: it was asked for.
    expect([await pay(), await payableUntil()]).toEqual(["unavailable", "2026-11-20T10:00:00.000Z"]);
  });

  test("is noted with its reasons, by the server's clock", async () => {
    await advance(24 * HOUR - SECOND);
    const answer = await cancel();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      message: "Cancellation request submitted.",
      order: {
        orderStatus: "Pending",
        cancellation: {
          status: "Pending",
          reasons: ["Found cheaper", "Other"],
          comments: "Sorry",
          requestedAt: testShop.context.now().toISOString(),
        },
      },
    });
  });

  test("needs neither reasons nor comments, and takes the _id too (D69)", async () => {
    const answer = await testShop.api.as(customer).put(`/api/orders/${order._id}/cancel`, {});
    expect(answer.body).toMatchObject({ order: { cancellation: { reasons: [], comments: "" } } });
  });

  test("passes at 23:59:59 after placing the order, and is refused at 24:00:01, by the server's clock (T17)", async () => {
    await advance(24 * HOUR - SECOND);
    expect((await cancel({})).status).toBe(200);
    ({ customer, order } = await buy(testShop, "acacia-bowl"));
    await advance(24 * HOUR + SECOND);
    expect(await cancel()).toMatchObject({
      status: 409,
      body: {
        code: "expired",
        message: "Cancellation period expired. You can only cancel within 24 hours of order placement.",
      },
    });
  });

  test("is noted once, however many are sent at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "requested")).toHaveLength(19);
  });

  test("is refused once the goods are on their way, or there", async () => {
    const { context } = testShop;
    await context.db
      .update(orders)
      .set({ tracking: { courier: "Blue Dart", number: "7" } })
      .where(eq(orders.id, order._id));
    expect(await cancel()).toMatchObject({ status: 409, body: { code: "dispatched" } });
    await context.transact(async (tx) => {
      const row = await lockOrder(tx, order.orderId);
      const paid = row && (await changePaymentStatus(context, tx, row, "Completed"));
      if (!paid) throw new Error("not paid");
      await changeStatus(context, tx, await changeStatus(context, tx, paid, "Processing"), "Delivered");
    });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: "delivered" } });
  });

  test("with an invented reason or an endless comment is not understood", async () => {
    expect((await cancel({ reasons: ["Because"] })).status).toBe(400);
    expect((await cancel({ reasons: "Other" })).status).toBe(400);
    expect((await cancel({ comments: "x".repeat(1_001) })).status).toBe(400);
  });
});
