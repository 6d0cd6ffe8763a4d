import { expect, test } from "vitest";
import { describeState, findAnswerDay, findDueAt, type ListedOrder } from "./order-parts.tsx";

const placedAt = "2026-11-20T04:30:00.000Z";
const sentAgainAt = "2026-11-27T04:30:00.000Z";

const toOrder = (fields: Partial<ListedOrder>): ListedOrder => ({
  orderId: "TRV-7K3M9Q",
  createdAt: placedAt,
  updatedAt: placedAt,
  status: "Processing",
  cash: false,
  cancellationStatus: null,
  tracking: null,
  dispatchedAt: null,
  deliveredAt: null,
  lostAt: null,
  partlySent: false,
  sendAgainSince: null,
  shippingAddress: {
    street: "4 Hill Road",
    zipCode: "411001",
    city: "Pune",
    state: "Maharashtra",
    country: "India",
    phoneNumber: "9123456780",
  },
  gift: null,
  promised: null,
  contact: { firstName: "Asha", lastName: "Patel" },
  lines: [],
  ...fields,
});

const sent = { dispatchedAt: placedAt };

test.each<[string, Partial<ListedOrder>, string, string | null]>([
  ["paid order", {}, "To pack", "2026-11-25"],
  ["partly sent order", { ...sent, partlySent: true }, "Partly sent", "2026-11-25"],
  ["sent order", sent, "On its way", null],
  [
    "order with a replacement to send",
    { ...sent, sendAgainSince: sentAgainAt },
    "Replacement to send",
    "2026-12-02",
  ],
  [
    "delivered order with a replacement to send",
    { ...sent, status: "Delivered", sendAgainSince: sentAgainAt },
    "Replacement to send",
    "2026-12-02",
  ],
  ["delivered order", { ...sent, status: "Delivered" }, "Delivered", null],
  ["unpaid order", { status: "Pending" }, "Unpaid", null],
  ["order with a request to cancel", { cancellationStatus: "Pending" }, "Cancellation requested", null],
  ["refunded order", { refundAmount: 99_900, payable: 99_900 }, "To pack", null],
  ["partly refunded order", { refundAmount: 10_000, payable: 99_900 }, "To pack", "2026-11-25"],
])("a %s has the same state and the same dispatch day on each screen", (_, fields, state, dueAt) => {
  const order = toOrder(fields);
  expect(describeState(order)[0]).toBe(state);
  expect(findDueAt(order)?.slice(0, 10) ?? null).toBe(dueAt);
});

const request = {
  status: "Requested" as const,
  reasons: [],
  comments: "",
  pieces: [],
  requestedAt: placedAt,
  changedAt: placedAt,
};

test.each<[string, Partial<ListedOrder>, string | null]>([
  ["without a request", {}, null],
  [
    "with a request to cancel",
    { cancellationStatus: "Pending", cancellationRequestedAt: placedAt },
    "2026-11-21",
  ],
  ["with a request to cancel, shown to a packer", { cancellationStatus: "Pending" }, null],
  [
    "with a declined cancellation",
    { cancellationStatus: "Rejected", cancellationRequestedAt: placedAt },
    null,
  ],
  ["with a return to accept", { status: "Delivered", returnRequest: request }, "2026-11-25"],
  [
    "with an accepted return",
    { status: "Delivered", returnRequest: { ...request, status: "Accepted" } },
    null,
  ],
])("an order %s shows the last day to answer the customer (§2.15, §9)", (_, fields, day) => {
  expect(findAnswerDay(toOrder(fields))?.slice(0, 10) ?? null).toBe(day);
});
