import { beforeEach, expect, test } from "vitest";
import { HOUR, SECOND } from "#contract/time.ts";
import { type Customer, signInAgain } from "../../../tests/support/customer.ts";
import {
  api,
  buy,
  context,
  type PlacedOrder,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";
import { declineCancellation } from "./cancellations.ts";

let customer: Customer;
let order: PlacedOrder;

setUpShop({ goods: [{ id: "acacia-bowl" }] });
beforeEach(async () => {
  ({ customer, order } = await buy(testShop, "acacia-bowl"));
});

const cancel = (
  body: unknown = { reasons: ["Found cheaper", "Other"], comments: "Sorry" },
  id = order.orderId,
) => api.as(customer).put(`/api/orders/${id}/cancel`, body);

async function advance(ms: number): Promise<void> {
  context.clock.advance(ms);
  customer = await signInAgain(testShop, customer);
}

test("an unpaid order cannot be paid while a cancellation request is open (§2.8, D102)", async () => {
  const { get, post } = api.as(customer);
  const pay = async () => (await post("/api/payments/window", { orderId: order.orderId })).body.code;
  const readPayableUntil = async () =>
    ((await get(`/api/orders/${order.orderId}`)).body["order"] as { payableUntil?: string }).payableUntil;
  expect(await readPayableUntil()).toBe("2026-11-20T10:00:00.000Z");
  await cancel();
  expect([await pay(), await readPayableUntil()]).toEqual(["suspended", undefined]);
  await declineCancellation(context, order.orderId, "It is packed.");
  expect([await pay(), await readPayableUntil()]).toEqual([undefined, "2026-11-20T10:00:00.000Z"]);
});

test("by the server's clock, a cancellation is accepted 23 h 59 min 59 s after the order and refused after 24 h 1 s (T17, D69)", async () => {
  const late = await buy(testShop, "acacia-bowl", { by: customer });
  await advance(24 * HOUR - SECOND);
  expect(await cancel()).toMatchObject({
    status: 200,
    body: {
      message: "Cancellation request submitted.",
      order: {
        orderStatus: "Pending",
        cancellation: {
          status: "Pending",
          reasons: ["Found cheaper", "Other"],
          comments: "Sorry",
          requestedAt: context.now().toISOString(),
        },
      },
    },
  });
  await advance(2 * SECOND);
  expect(await cancel({}, late.order._id)).toMatchObject({
    status: 409,
    body: {
      code: "expired",
      message: "Cancellation period expired. You can only cancel within 24 hours of order placement.",
    },
  });
});

test("only one of 20 concurrent cancellation requests is recorded", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === "requested")).toHaveLength(19);
});
