import { expect, test } from "vitest";
import {
  buildTimeline,
  describeDelay,
  describeNextStep,
  describePublicStep,
  getExpectedDelivery,
  type TrackedOrder,
} from "./progress.ts";

const paid: TrackedOrder = {
  orderStatus: "Processing",
  paymentStatus: "Completed",
  createdAt: "2026-11-20T06:00:00.000Z",
};
const unpaid = { orderStatus: "Pending", paymentStatus: "Pending" } as const;
const expired = { orderStatus: "Cancelled", paymentStatus: "Expired" } as const;
const tracking = { courier: "Delhivery", number: "77" };
const invoicedAt = "2026-11-20T06:05:00.000Z";
const [dispatchedAt, deliveredAt] = ["2026-11-24T06:00:00.000Z", "2026-12-02T06:00:00.000Z"];
const requested: TrackedOrder["cancellation"] = {
  status: "Pending",
  reasons: [],
  comments: "",
  requestedAt: paid.createdAt,
};

test.each<[what: string, change: Partial<TrackedOrder>, steps: string[]]>([
  [
    "paid",
    { invoicedAt },
    ["Placed 20 Nov 2026", "Paid 20 Nov 2026", "Dispatched by Wed 25 Nov", "Delivered Tue 1 – Mon 7 Dec"],
  ],
  [
    "delivered",
    { orderStatus: "Delivered", invoicedAt, dispatchedAt, deliveredAt },
    ["Placed 20 Nov 2026", "Paid 20 Nov 2026", "Dispatched 24 Nov 2026", "Delivered 2 Dec 2026"],
  ],
  [
    "unpaid",
    { ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" },
    ["Placed 20 Nov 2026", "Paid by 20 Nov 2026", "Dispatched after payment", "Delivered after payment"],
  ],
  ["cancelled", { ...expired, cancelledAt: dispatchedAt }, ["Placed 20 Nov 2026", "Cancelled 24 Nov 2026"]],
  [
    "delivered at another backend",
    { orderStatus: "Delivered" },
    ["Placed 20 Nov 2026", "Paid null", "Dispatched null", "Delivered null"],
  ],
])("the timeline of an order that is %s has the steps %j", (_, change, steps) => {
  expect(buildTimeline({ ...paid, ...change }).map(({ name, date }) => `${name} ${date}`)).toEqual(steps);
});

test.each<[what: string, change: Partial<TrackedOrder>, delivery: string | null]>([
  ["a paid order", {}, "Tue 1 – Mon 7 Dec"],
  ["an unpaid order", unpaid, null],
  ["a delivered order", { orderStatus: "Delivered" }, null],
  ["an order that is being refunded", { paymentStatus: "Refunding", tracking, refundAmount: 100 }, null],
  ["an order with a cancellation request", { cancellation: requested }, null],
  ["an order on its last expected day", { serverTime: "2026-12-07T18:00:00.000Z" }, "Tue 1 – Mon 7 Dec"],
  ["a replaced order", { parcels: [{ position: 2, status: "Waiting", replaces: true, pieces: [] }] }, null],
  ["a late order", { serverTime: "2026-12-07T19:00:00.000Z" }, null],
])("the expected delivery of %s is %o", (_, change, delivery) => {
  expect(getExpectedDelivery({ ...paid, ...change })).toBe(delivery);
});

test("the customer's list of orders marks a late order, unless its cancellation was requested (§2.14)", () => {
  const late = { ...paid, serverTime: "2026-12-07T19:00:00.000Z" };
  expect(describeDelay(late)).toBe("Taking longer than expected");
  expect(describeDelay({ ...late, cancellation: requested })).toBeNull();
  expect(describeDelay({ ...paid, serverTime: "2026-12-07T18:00:00.000Z" })).toBeNull();
});

const back = { paymentStatus: "Refunding", tracking, refundAmount: 100 } as const;

test.each<[change: Partial<TrackedOrder>, words: string]>([
  [
    { ...expired, expired: true },
    "not paid in time, so it has expired and is cancelled. Nothing was charged.",
  ],
  [{ ...expired, expired: true }, "Still want the pieces? Please order them again."],
  [
    { ...expired, expired: true, cancellation: { ...requested, status: "Rejected" } },
    "Still want the pieces? Please order them again.",
  ],
  [{ ...expired, expired: true, cash: {} }, "not confirmed in time, so it has expired"],
  [expired, "This order was cancelled before it was paid, so nothing was charged."],
  [{ orderStatus: "Cancelled", refundAmount: 2022.64 }, "₹2,022.64 will be refunded"],
  [back, "Your parcel has left our workshop. ₹100.00 will be refunded the way you paid."],
  [{ ...back, orderStatus: "Delivered" }, "has arrived. ₹100.00 will be refunded"],
  [back, "Refunds reach you in 7–10 business days."],
  [{ ...back, paymentStatus: "Refunded" }, "₹100.00 was refunded the way you paid."],
  [{ ...back, cash: {} }, "₹100.00 will be sent back to you."],
  [{ ...back, refundAmount: 0, orderStatus: "Delivered" }, "Your order has arrived. We hope"],
  [{ orderStatus: "Cancelled", refundAmount: 0 }, "This order was cancelled. No refund is due."],
  [{ ...back, paymentStatus: "Refunded", cash: {} }, "₹100.00 was sent back to you."],
  [{ tracking, serverTime: "2026-12-09T06:00:00.000Z" }, "number 77. It is taking longer than we expected."],
  [{ cancellation: requested }, "You asked to cancel this order. We'll reply by "],
  [
    { ...unpaid, cancellation: requested },
    "If your bank is still checking a payment, we wait for the result first.",
  ],
  [{ ...unpaid, cash: {}, cancellation: requested }, "You asked to cancel this order. We'll reply by "],
  [
    { ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" },
    "Pay by 20 Nov 2026 at 12:30 pm, or the order expires.",
  ],
  [{ ...unpaid, grandTotal: 600_000 }, "please write to us or call us, and pay by bank transfer."],
])("the next step of an order with %j is described as: %s (§2.8, D60, D102)", (change, words) => {
  expect(describeNextStep({ ...paid, ...change })).toContain(words);
});

test.each([
  [{ ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" }, "Pay by 12:30 pm today, or the order expires."],
  [
    { ...unpaid, payableUntil: "2026-11-20T19:00:00.000Z" },
    "Pay by 12:30 am tomorrow, or the order expires.",
  ],
  [
    { cancellation: { ...requested, requestedAt: "2026-11-20T06:00:00.000Z" } },
    "You asked to cancel this order. We'll reply by 11:30 am tomorrow.",
  ],
  [
    { cancellation: { ...requested, requestedAt: "2026-11-18T06:00:00.000Z" } },
    "You asked to cancel this order. We'll reply as soon as we can.",
  ],
  [{ ...back, refundAmount: 2022.64 }, "₹2022.64 will be refunded the way you paid."],
])(
  "on a screen, the next step of an order with %j has days relative to today and amounts without digit grouping: %s (§2.15, D7, D60, D68)",
  (change, words) => {
    expect(describeNextStep({ ...paid, ...change }, new Date("2026-11-20T06:30:00.000Z"))).toContain(words);
  },
);

test("the tracking page of a cancelled order shows whether its refund is still to come or was sent", () => {
  const cancelled = { ...paid, orderStatus: "Cancelled", refundAmount: 100 } as const;
  expect(describePublicStep(cancelled)).toContain("Your money will be refunded");
  expect(describePublicStep({ ...cancelled, paymentStatus: "Refunded" })).toContain(
    "Your money was refunded",
  );
});

test("the tracking page of a partly refunded order shows that a part of the payment was refunded", () => {
  const refunded = {
    ...paid,
    orderStatus: "Delivered",
    paymentStatus: "Refunded",
    refundAmount: 100,
  } as const;
  expect(describePublicStep({ ...refunded, grandTotal: 500 })).toBe(
    "Your order has arrived. Part of the payment was refunded.",
  );
});

test("the tracking page of an unpaid order does not reveal that its total is too high for one online payment", () => {
  expect(describePublicStep({ ...paid, ...unpaid, grandTotal: 600_000 })).toBe(
    "Your pieces are set aside. We start packing as soon as you have paid.",
  );
});

test("the tracking page of a cash order never announces a refund to the original payment method", () => {
  const refunded = {
    ...paid,
    orderStatus: "Delivered",
    paymentStatus: "Refunded",
    refundAmount: 100,
  } as const;
  expect(describePublicStep(refunded)).toContain("The payment was refunded.");
  expect(describePublicStep({ ...refunded, cash: {} })).toBe(
    "Your order has arrived. The money was sent back.",
  );
});
