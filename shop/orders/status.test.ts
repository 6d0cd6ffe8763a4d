import {
  describeDispatchRefusal,
  describeTransitionError,
  listPossibleTransitions,
  type TransitionOrder,
} from "./order-transitions.ts";
import { expect, test } from "vitest";
import { paymentStatuses } from "#shop/payments/payment.ts";
import { isPayable, isPayableOnline, orderStatuses, toShownStatus } from "./status.ts";

const createOrder = (changes: Partial<TransitionOrder>): TransitionOrder => ({
  orderId: "TRV-1",
  status: "Processing",
  paymentStatus: "Completed",
  cancelledBecause: null,
  cancellationStatus: null,
  dispatchedAt: null,
  lostAt: null,
  payable: 100_00,
  refundAmount: null,
  cash: false,
  ...changes,
});
const listPossible = (changes: Partial<TransitionOrder>) => listPossibleTransitions(createOrder(changes));
const day = new Date("2026-11-20");

test("an order can change its status only in the ways that the status table allows", () => {
  const possible = orderStatuses.flatMap((status) =>
    paymentStatuses.flatMap((paymentStatus) =>
      listPossible({ status, paymentStatus }).map((to) => `${status}/${paymentStatus} → ${to}`),
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

test("after a refund, a dispatched order can still be delivered, and an order that was not dispatched can only be cancelled", () => {
  const refunded = { paymentStatus: "Refunded", refundAmount: 100_00 } as const;
  expect(listPossible({ ...refunded, dispatchedAt: day })).toEqual(["Delivered"]);
  expect(listPossible(refunded)).toEqual(["Cancelled"]);
});

test("a partly refunded order can be delivered or cancelled, but not after its parcel was lost", () => {
  for (const paymentStatus of ["Completed", "Refunding", "Refunded"] as const) {
    const part = { paymentStatus, refundAmount: 40_00 } as const;
    expect(listPossible(part)).toEqual(["Delivered", "Cancelled"]);
    expect(listPossible({ ...part, dispatchedAt: day, lostAt: day })).toEqual([]);
  }
  const lost = createOrder({ paymentStatus: "Refunded", dispatchedAt: day, lostAt: day });
  expect(describeTransitionError(lost, "Delivered")).toContain(
    "If it has arrived after all, add a note to the order.",
  );
});

test("a late payment restores an expired order, but not an order that the customer or the shop cancelled", () => {
  const cancelled = { status: "Cancelled", cancelledBecause: "unpaid" } as const;
  expect(listPossible(cancelled)).toEqual(["Processing"]);
  for (const paymentStatus of ["Expired", "Refunding"] as const)
    expect(listPossible({ ...cancelled, paymentStatus })).toEqual([]);
  expect(listPossible({ ...cancelled, cancelledBecause: "customer" })).toEqual([]);
  expect(listPossible({ ...cancelled, cancelledBecause: "shop" })).toEqual([]);
});

test.each([
  [
    "Pending",
    "Failed",
    "Processing",
    "is not paid (payment: Failed), so its status cannot change to Processing. The status can change to Cancelled.",
  ],
  [
    "Delivered",
    "Completed",
    "Cancelled",
    "is Delivered, so its status cannot change to Cancelled. The status of this order cannot change any more.",
  ],
] as const)(
  "an order with the status %s and the payment %s cannot change its status to %s, and the error lists the possible changes",
  (...row) => {
    const [status, paymentStatus, to, words] = row;
    expect(describeTransitionError(createOrder({ status, paymentStatus }), to)).toBe(`TRV-1 ${words}`);
  },
);

test.each([
  ["Pending", ["Pending"]],
  ["Processing", ["processing"]],
  ["Delivered", ["Delivered"]],
  ["Cancelled", ["Cancelled", "cancle"]],
  ["Unknown", ["Shipped", "", null, undefined]],
])("a screen shows the order status %s for each of %j (§4, D67)", (shown, statuses) => {
  for (const status of statuses) expect(toShownStatus(status)).toBe(shown);
});

test.each([
  ["Pending", "Pending", undefined, true],
  ["Pending", "Pending", "Pending", false],
  ["Pending", "Pending", "Rejected", true],
  ["Pending", "Failed", undefined, true],
  ["Cancelled", "Failed", undefined, false],
  ["Processing", "Completed", undefined, false],
])(
  "an order with the status %s, the payment %s and the cancellation %s shows 'Pay now': %s (§2.8, D102)",
  (...row) => {
    const [orderStatus, paymentStatus, status, isShown] = row;
    expect(isPayable({ orderStatus, paymentStatus, cancellation: { status } })).toBe(isShown);
  },
);

test("an unpaid order above the limit for one online payment does not show 'Pay now'", () => {
  const unpaid = { orderStatus: "Pending", paymentStatus: "Pending" };
  expect(isPayableOnline({ ...unpaid, grandTotal: 500_000 })).toBe(true);
  expect(isPayableOnline({ ...unpaid, grandTotal: 500_000.01 })).toBe(false);
  expect(isPayable(unpaid)).toBe(true);
});

test.each([
  ["Pending", "Failed", "TRV-1 is not paid yet, so do not send it. If the customer has paid, compare"],
  ["Processing", "Refunding", "TRV-1 is being refunded. Do not send it."],
  ["Cancelled", "Expired", "TRV-1 is cancelled. Do not send it."],
  ["Delivered", "Completed", "TRV-1 has already been delivered"],
] as const)(
  "an order with the status %s and the payment %s cannot be dispatched, and the error says what to do",
  (...row) => {
    const [status, paymentStatus, words] = row;
    expect(describeDispatchRefusal(createOrder({ status, paymentStatus }))).toContain(words);
  },
);
