import { expect, test } from "vitest";
import {
  getExpectedDelivery,
  buildTimeline,
  type TrackedOrder,
  describeNextStep,
  describePublicStep,
} from "./progress.ts";

const paid: TrackedOrder = {
  orderStatus: "Processing",
  paymentStatus: "Completed",
  createdAt: "2026-11-20T06:00:00.000Z",
};

const listDone = (order: TrackedOrder) =>
  buildTimeline(order)
    .filter((step) => step.done)
    .map(({ name }) => name);

test("an order goes from placed over paid and dispatched to delivered", () => {
  expect(listDone({ ...paid, orderStatus: "Pending", paymentStatus: "Pending" })).toEqual(["Placed"]);
  expect(listDone(paid)).toEqual(["Placed", "Paid"]);
  const tracking = { courier: "Delhivery", number: "77" };
  expect(listDone({ ...paid, tracking })).toEqual(["Placed", "Paid", "Dispatched"]);
  expect(listDone({ ...paid, orderStatus: "Delivered" })).toEqual([
    "Placed",
    "Paid",
    "Dispatched",
    "Delivered",
  ]);
});

test("every step has its day: when it was, or until when it is expected", () => {
  const listDays = (order: TrackedOrder) => buildTimeline(order).map(({ date }) => date);
  const invoicedAt = "2026-11-20T06:05:00.000Z";
  expect(listDays({ ...paid, invoicedAt })).toEqual([
    "20 Nov 2026",
    "20 Nov 2026",
    "by Wed 25 Nov",
    "Tue 1 – Mon 7 Dec",
  ]);
  const [dispatchedAt, deliveredAt] = ["2026-11-24T06:00:00.000Z", "2026-12-02T06:00:00.000Z"];
  expect(
    listDays({ ...paid, orderStatus: "Delivered", invoicedAt, dispatchedAt, deliveredAt }).slice(2),
  ).toEqual(["24 Nov 2026", "2 Dec 2026"]);
  const unpaid = { ...paid, orderStatus: "Pending", paymentStatus: "Pending" } as const;
  expect(listDays({ ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" })).toEqual([
    "20 Nov 2026",
    "by 20 Nov 2026",
    "once it is paid",
    "once it is paid",
  ]);
  const cancelled = { ...paid, orderStatus: "Cancelled", paymentStatus: "Expired" } as const;
  expect(listDays({ ...cancelled, cancelledAt: dispatchedAt })).toEqual(["20 Nov 2026", "24 Nov 2026"]);
  // Another backend may not say when.
  expect(listDays({ ...paid, orderStatus: "Delivered" })).toEqual(["20 Nov 2026", null, null, null]);
});

test("a cancelled order ends there", () => {
  expect(
    buildTimeline({ ...paid, orderStatus: "Cancelled", paymentStatus: "Expired" }).map(({ name }) => name),
  ).toEqual(["Placed", "Cancelled"]);
  expect(describeNextStep({ ...paid, orderStatus: "Cancelled", paymentStatus: "Expired" })).toMatch(
    "nothing was charged",
  );
  expect(describeNextStep({ ...paid, orderStatus: "Cancelled", refundAmount: 2022.64 })).toMatch(
    "₹2022.64 goes back",
  );
});

test("a delivery is promised from the payment until it arrives", () => {
  expect(getExpectedDelivery(paid)).toBe("Tue 1 – Mon 7 Dec");
  expect(getExpectedDelivery({ ...paid, orderStatus: "Pending", paymentStatus: "Pending" })).toBeNull();
  expect(getExpectedDelivery({ ...paid, orderStatus: "Delivered" })).toBeNull();
});

test("what was given back for a parcel that was lost or broken is shown, and nothing promised any more", () => {
  const tracking = { courier: "Delhivery", number: "77" };
  const lost: TrackedOrder = { ...paid, paymentStatus: "Refunding", tracking, refundAmount: 100 };
  expect(getExpectedDelivery(lost)).toBeNull();
  expect(describeNextStep(lost)).toBe(
    "Your parcel has left our workshop. ₹100.00 goes back the way you paid.",
  );
  expect(describeNextStep({ ...lost, orderStatus: "Delivered" })).toMatch("has arrived. ₹100.00 goes back");
});

test("while a cancellation is considered nothing is promised", () => {
  const requested: TrackedOrder = {
    ...paid,
    cancellation: { status: "Pending", reasons: [], comments: "", requestedAt: paid.createdAt },
  };
  expect(getExpectedDelivery(requested)).toBeNull();
  expect(describeNextStep(requested)).toMatch("We hold it until we have answered.");
});

test("an unpaid order says when it expires, where the shop says so (§2.8, D60, D102)", () => {
  const unpaid: TrackedOrder = { ...paid, orderStatus: "Pending", paymentStatus: "Pending" };
  expect(describeNextStep(unpaid)).not.toMatch("Pay by");
  expect(describeNextStep({ ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" })).toMatch(
    "Pay by 20 Nov 2026 at 12:30 pm to keep it.",
  );
});

test("the tracking page of an order paid in cash never says that money goes back the way it was paid", () => {
  const back = { ...paid, orderStatus: "Delivered", paymentStatus: "Refunded", refundAmount: 100 } as const;
  expect(describePublicStep(back)).toContain("Money goes back the way it was paid.");
  expect(describePublicStep({ ...back, cash: {} })).toBe("Your order has arrived. Money was sent back.");
});
