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
  ["7 days after the delivery", {}, "2026-11-27T09:00:00.000Z", null],
  ["later than 7 days after the delivery", {}, "2026-11-27T09:00:00.001Z", "return_expired"],
  [
    "with a return request for all its pieces",
    { items: two, returnRequest: asked("Requested", 2) },
    deliveredAt,
    "returned",
  ],
  [
    "with a return request for one of two pieces",
    { items: two, returnRequest: asked("Accepted", 1) },
    deliveredAt,
    null,
  ],
  [
    "with a refused and an open request for its two pieces",
    { items: two, returnRequest: asked("Refused", 1), laterReturns: [asked("Requested", 1)] },
    deliveredAt,
    "returned",
  ],
  [
    "with one of two pieces returned and paid back",
    { items: [{ productId, quantity: 2, refunded: 1 }], returnRequest: asked("Refunded", 1) },
    deliveredAt,
    null,
  ],
  ["that is not delivered", { orderStatus: "Processing" }, deliveredAt, "not_delivered"],
  ["without a day of delivery", { deliveredAt: undefined }, deliveredAt, "not_delivered"],
  ["with one paisa left to refund", { refundAmount: 99.99 }, deliveredAt, null],
  ["that is fully refunded", { refundAmount: 100 }, deliveredAt, "nothing_left"],
  ["that cost nothing", { grandTotal: 0 }, deliveredAt, "nothing_left"],
  ["with a piece left to refund", { items: [back, { ...back, refunded: 1 }] }, deliveredAt, null],
  ["with all pieces refunded", { items: [back, back] }, deliveredAt, "nothing_left"],
])("a return of an order %s is allowed or refused as specified (§9)", (_, change, moment, refusal) => {
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
