import { expect, test } from "vitest";
import { expectedDelivery, timelineOf, type TrackedOrder, whatHappensNext } from "./progress.ts";

const paid: TrackedOrder = {
  orderStatus: "Processing",
  paymentStatus: "Completed",
  createdAt: "2026-11-20T06:00:00.000Z",
};

const done = (order: TrackedOrder) =>
  timelineOf(order)
    .filter((step) => step.done)
    .map(({ name }) => name);

test("an order goes from placed over paid and dispatched to delivered", () => {
  expect(done({ ...paid, orderStatus: "Pending", paymentStatus: "Pending" })).toEqual(["Placed"]);
  expect(done(paid)).toEqual(["Placed", "Paid"]);
  const tracking = { courier: "Delhivery", number: "77" };
  expect(done({ ...paid, tracking })).toEqual(["Placed", "Paid", "Dispatched"]);
  expect(done({ ...paid, orderStatus: "Delivered" })).toEqual(["Placed", "Paid", "Dispatched", "Delivered"]);
});

test("a cancelled order ends there", () => {
  expect(
    timelineOf({ ...paid, orderStatus: "Cancelled", paymentStatus: "Expired" }).map(({ name }) => name),
  ).toEqual(["Placed", "Cancelled"]);
  expect(whatHappensNext({ ...paid, orderStatus: "Cancelled", paymentStatus: "Expired" })).toMatch(
    "nothing was charged",
  );
  expect(whatHappensNext({ ...paid, orderStatus: "Cancelled", refundAmount: 2022.64 })).toMatch(
    "₹2022.64 goes back",
  );
});

test("a delivery is promised from the payment until it arrives", () => {
  expect(expectedDelivery(paid)).toBe("Tue 1 – Mon 7 December");
  expect(expectedDelivery({ ...paid, orderStatus: "Pending", paymentStatus: "Pending" })).toBeNull();
  expect(expectedDelivery({ ...paid, orderStatus: "Delivered" })).toBeNull();
});

test("what was given back for a parcel that was lost or broken is told, and nothing promised any more", () => {
  const tracking = { courier: "Delhivery", number: "77" };
  const lost: TrackedOrder = { ...paid, paymentStatus: "Refunding", tracking, refundAmount: 100 };
  expect(expectedDelivery(lost)).toBeNull();
  expect(whatHappensNext(lost)).toBe(
    "Your parcel has left our workshop. ₹100.00 goes back the way you paid.",
  );
  expect(whatHappensNext({ ...lost, orderStatus: "Delivered" })).toMatch("has arrived. ₹100.00 goes back");
});

test("while a cancellation is considered nothing is promised", () => {
  const asked: TrackedOrder = {
    ...paid,
    cancellation: { status: "Pending", reasons: [], comments: "", requestedAt: paid.createdAt },
  };
  expect(expectedDelivery(asked)).toBeNull();
  expect(whatHappensNext(asked)).toMatch("Until that is decided we send nothing.");
});

test("an unpaid order says when it lapses, where the shop says so (D60, D102)", () => {
  const unpaid: TrackedOrder = { ...paid, orderStatus: "Pending", paymentStatus: "Pending" };
  expect(whatHappensNext(unpaid)).not.toMatch("lapses");
  expect(whatHappensNext({ ...unpaid, payableUntil: "2026-11-20T07:00:00.000Z" })).toMatch(
    "Unpaid, it lapses on 20 November 2026 at 12:30 pm, and nothing is charged.",
  );
});
