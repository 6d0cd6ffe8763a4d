import { expect, test } from "vitest";
import { getRules, STANDARD_RULES } from "#shop/policies/rules.ts";
import type { ReturnRequest, ReturnStatus } from "#shop/orders/returned-pieces.ts";
import { describeReturnStep, findReturnRefusal, writeReturnRefusals } from "./return-request.ts";

const deliveredAt = "2026-11-20T09:00:00.000Z";
const delivered = { orderStatus: "Delivered", deliveredAt, grandTotal: 100 };
const productId = { _id: "bowl" };
const back = { productId, quantity: 2, refunded: 2 };

const two = [{ productId, quantity: 2 }];

const asked = (status: ReturnStatus, quantity: number) =>
  ({ status, pieces: [{ productId: "bowl", quantity }] }) as ReturnRequest;

test.each<[what: string, change: object, moment: string, refusal: string | null]>([
  ["is allowed 7 days after the delivery", {}, "2026-11-27T09:00:00.000Z", null],
  ["is refused later than 7 days after the delivery", {}, "2026-11-27T09:00:00.001Z", "return_expired"],
  [
    "is refused if all pieces of the order have a return request",
    { items: two, returnRequest: asked("Requested", 2) },
    deliveredAt,
    "returned",
  ],
  [
    "is allowed if only one of two pieces has a return request",
    { items: two, returnRequest: asked("Accepted", 1) },
    deliveredAt,
    null,
  ],
  [
    "is refused if one of two pieces has a refused request and the other has an open request",
    { items: two, returnRequest: asked("Refused", 1), laterReturns: [asked("Requested", 1)] },
    deliveredAt,
    "returned",
  ],
  [
    "is allowed if one of two pieces was returned and refunded",
    { items: [{ productId, quantity: 2, refunded: 1 }], returnRequest: asked("Refunded", 1) },
    deliveredAt,
    null,
  ],
  ["is refused if the order is not delivered", { orderStatus: "Processing" }, deliveredAt, "not_delivered"],
  ["is refused if the day of delivery is unknown", { deliveredAt: undefined }, deliveredAt, "not_delivered"],
  ["is allowed if one paisa is left to refund", { refundAmount: 99.99 }, deliveredAt, null],
  ["is refused if the order is fully refunded", { refundAmount: 100 }, deliveredAt, "nothing_left"],
  ["is refused if the order cost nothing", { grandTotal: 0 }, deliveredAt, "nothing_left"],
  ["is allowed if a piece is left to refund", { items: [back, { ...back, refunded: 1 }] }, deliveredAt, null],
  ["is refused if all pieces are refunded", { items: [back, back] }, deliveredAt, "nothing_left"],
])("a return %s (§9)", (_, change, moment, refusal) => {
  expect(findReturnRefusal({ ...delivered, ...change }, new Date(moment))).toBe(refusal);
});

test("the texts about returns name the number of days and the last day (§9)", () => {
  expect(writeReturnRefusals(STANDARD_RULES).return_expired).toContain("7 days");
  const accepted = { status: "Accepted", changedAt: deliveredAt } as const;
  expect(describeReturnStep(accepted, STANDARD_RULES, {})).toContain("by 27 Nov 2026");
  expect(describeReturnStep(accepted, getRules({ returnWithinDays: 10 }), {})).toContain("by 30 Nov 2026");
});

test("the text about a refunded return of a cash order says that the refund comes by UPI or bank transfer (decision 056)", () => {
  const refunded = { status: "Refunded", changedAt: deliveredAt } as const;
  expect(describeReturnStep(refunded, STANDARD_RULES, {})).toContain("your original payment method");
  expect(describeReturnStep(refunded, STANDARD_RULES, { cash: {} })).toBe(
    "Your refund comes by UPI or bank transfer.",
  );
});
