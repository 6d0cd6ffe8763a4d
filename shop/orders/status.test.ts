import { expect, test } from "vitest";
import { isPayable, orderPaymentStatuses, orderStatuses, toShownStatus } from "./status.ts";
import {
  describeDispatchRefusal,
  describeTransitionError,
  listPossibleTransitions,
  getTransitionError,
} from "./server/order-transitions.ts";

test("every move that is possible, and no other", () => {
  const possible = orderStatuses.flatMap((orderStatus) =>
    orderPaymentStatuses.flatMap((paymentStatus) =>
      listPossibleTransitions({ orderStatus, paymentStatus }).map(
        (to) => `${orderStatus}/${paymentStatus} → ${to}`,
      ),
    ),
  );
  expect(possible).toEqual([
    "Pending/Pending → Cancelled",
    "Pending/Failed → Cancelled",
    "Pending/Completed → Processing",
    "Pending/Expired → Cancelled",
    "Pending/Refunding → Cancelled",
    "Pending/Refunded → Cancelled",
    "Processing/Pending → Cancelled",
    "Processing/Failed → Cancelled",
    "Processing/Completed → Delivered",
    "Processing/Completed → Cancelled",
    "Processing/Expired → Cancelled",
    "Processing/Refunding → Cancelled",
    "Processing/Refunded → Cancelled",
  ]);
});

test("a parcel whose money went back may still arrive; nothing else of that order can be sent", () => {
  const refunded = { orderStatus: "Processing", paymentStatus: "Refunded" } as const;
  expect(listPossibleTransitions({ ...refunded, isOnItsWay: true })).toEqual(["Delivered"]);
  expect(listPossibleTransitions(refunded)).toEqual(["Cancelled"]);
});

test("the rest of an order can be sent while the money of a part goes back, and what was lost cannot arrive", () => {
  for (const paymentStatus of ["Completed", "Refunding", "Refunded"] as const) {
    const part = { orderStatus: "Processing", paymentStatus, isPartBack: true } as const;
    expect(listPossibleTransitions(part)).toEqual(["Delivered", "Cancelled"]);
    expect(listPossibleTransitions({ ...part, isOnItsWay: true, isLost: true })).toEqual([]);
  }
  const lost = {
    orderStatus: "Processing",
    paymentStatus: "Refunded",
    isOnItsWay: true,
    isLost: true,
  } as const;
  expect(describeTransitionError("TRV-1", lost, "Delivered")).toContain(
    "Write that down: orders note TRV-1.",
  );
});

test("late money brings back what expired, never what someone cancelled", () => {
  const cancelled = { orderStatus: "Cancelled", paymentStatus: "Completed" } as const;
  expect(listPossibleTransitions({ ...cancelled, cancelledBecause: "unpaid" })).toEqual(["Processing"]);
  expect(
    listPossibleTransitions({ ...cancelled, paymentStatus: "Expired", cancelledBecause: "unpaid" }),
  ).toEqual([]);
  expect(
    listPossibleTransitions({ ...cancelled, paymentStatus: "Refunding", cancelledBecause: "unpaid" }),
  ).toEqual([]);
  expect(listPossibleTransitions({ ...cancelled, cancelledBecause: "customer" })).toEqual([]);
  expect(listPossibleTransitions({ ...cancelled, cancelledBecause: "shop" })).toEqual([]);
});

test("a refusal says why and what is possible instead", () => {
  expect(
    describeTransitionError("TRV-1", { orderStatus: "Pending", paymentStatus: "Pending" }, "Delivered"),
  ).toBe("TRV-1 is Pending and cannot become Delivered. It can become Cancelled (orders cancel TRV-1).");
  expect(
    describeTransitionError("TRV-1", { orderStatus: "Pending", paymentStatus: "Failed" }, "Processing"),
  ).toBe(
    "TRV-1 is not paid (payment: Failed) and cannot become Processing. It can become Cancelled (orders cancel TRV-1).",
  );
  expect(
    describeTransitionError("TRV-1", { orderStatus: "Delivered", paymentStatus: "Completed" }, "Cancelled"),
  ).toBe("TRV-1 is Delivered and cannot become Cancelled. Its status is final.");
  expect(getTransitionError({ orderStatus: "Processing", paymentStatus: "Completed" }, "Processing")).toBe(
    "same",
  );
});

test("a screen shows four statuses, the misspelling as Cancelled, anything else as Unknown (§4, D67)", () => {
  expect(
    ["Pending", "processing", "Delivered", "Cancelled", "cancle", "Shipped", "", null, undefined].map(
      toShownStatus,
    ),
  ).toEqual([
    "Pending",
    "Processing",
    "Delivered",
    "Cancelled",
    "Cancelled",
    "Unknown",
    "Unknown",
    "Unknown",
    "Unknown",
  ]);
});

test("'Pay now' is not there while its customer asks to cancel the order (§2.8, D102)", () => {
  const order = { orderStatus: "Pending", paymentStatus: "Pending" };
  const statuses = ["Pending", "Rejected", undefined];
  expect(statuses.map((status) => isPayable({ ...order, cancellation: { status } }))).toEqual([
    false,
    true,
    true,
  ]);
});

test("'Pay now' is there after a failed attempt too, and only while the order waits", () => {
  expect(isPayable({ orderStatus: "Pending", paymentStatus: "Failed" })).toBe(true);
  expect(isPayable({ orderStatus: "Cancelled", paymentStatus: "Failed" })).toBe(false);
  expect(isPayable({ orderStatus: "Processing", paymentStatus: "Completed" })).toBe(false);
});

test.each([
  [
    "Pending",
    "Failed",
    "TRV-1 is not paid yet (payment: Failed): do not send it. Was it? 'payments reconcile' asks",
  ],
  ["Processing", "Refunding", "The money of TRV-1 goes back (payment: Refunding): do not send it."],
  ["Cancelled", "Expired", "TRV-1 is cancelled: do not send it."],
  ["Delivered", "Completed", "TRV-1 has arrived already"],
] as const)(
  "a parcel of an order that is %s and %s does not leave, and the refusal says what to do",
  (...row) => {
    const [orderStatus, paymentStatus, words] = row;
    expect(describeDispatchRefusal("TRV-1", { orderStatus, paymentStatus })).toContain(words);
  },
);
