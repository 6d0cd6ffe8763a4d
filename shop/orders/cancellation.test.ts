import * as v from "valibot";
import { expect, test } from "vitest";
import { getRules, STANDARD_RULES } from "#shop/policies/rules.ts";
import { HOUR } from "#contract/time.ts";
import {
  getCancellationDeadline,
  writeCancellationRefusals,
  cancellationRequestSchema,
  isCancelButtonHidden,
  findCancellationRefusal,
} from "./cancellation.ts";

const placed = new Date("2026-11-20T09:00:00.000Z");
const order = { orderStatus: "Processing", createdAt: placed };
const getTimeAfter = (ms: number) => new Date(placed.getTime() + ms);

test("an order can be cancelled until 24 hours after it was placed, to the millisecond (§5, T17)", () => {
  expect(findCancellationRefusal(order, getTimeAfter(24 * HOUR))).toBeNull();
  expect(findCancellationRefusal(order, getTimeAfter(24 * HOUR + 1))).toBe("expired");
  expect(getCancellationDeadline({ createdAt: placed.toISOString() })).toEqual(getTimeAfter(24 * HOUR));
});

test.each([
  [{ orderStatus: "Cancelled" }, "cancelled"],
  [{ orderStatus: "cancle" }, "cancelled"],
  [{ orderStatus: "Delivered" }, "delivered"],
  [{ cancellation: { status: "Pending" } }, "requested"],
  [{ cancellation: { status: "Rejected" } }, "requested"],
  [{ tracking: { courier: "Blue Dart", number: "1" } }, "dispatched"],
] as const)("an order with %j cannot be cancelled", (facts, refusal) => {
  expect(findCancellationRefusal({ ...order, ...facts }, getTimeAfter(HOUR))).toBe(refusal);
});

test("the button to cancel an order is hidden only if its cancellation was requested or has happened (§5)", () => {
  expect(
    (["requested", "cancelled", "delivered", "dispatched", "lost", "expired", null] as const).filter(
      isCancelButtonHidden,
    ),
  ).toEqual(["requested", "cancelled"]);
});

test("the tooltip of the disabled button to cancel has the text of the specification (§2.15, §5, D68)", () => {
  expect(writeCancellationRefusals(STANDARD_RULES).expired).toBe(
    "Cancellation period expired. You can only cancel within 24 hours of order placement.",
  );
});

test("an order keeps the cancellation period of the day on which it was placed, and the tooltip names the period", () => {
  const promised = { cancelWithinHours: 48 };
  expect(findCancellationRefusal({ ...order, promised }, getTimeAfter(48 * HOUR))).toBeNull();
  expect(findCancellationRefusal({ ...order, promised }, getTimeAfter(48 * HOUR + 1))).toBe("expired");
  expect(writeCancellationRefusals(getRules(promised)).expired).toBe(
    "Cancellation period expired. You can only cancel within 48 hours of order placement.",
  );
  expect(writeCancellationRefusals(getRules({ cancelWithinHours: 1 })).expired).toContain("within 1 hour of");
});

test("a cancellation needs no reason, ignores repeated reasons and refuses unknown reasons (§2.15, §5, D68)", () => {
  expect(v.parse(cancellationRequestSchema, {})).toEqual({ reasons: [], comments: "" });
  expect(v.parse(cancellationRequestSchema, { reasons: ["Other", "Other"], comments: " late " })).toEqual({
    reasons: ["Other"],
    comments: "late",
  });
  expect(v.safeParse(cancellationRequestSchema, { reasons: ["Because"] }).success).toBe(false);
});
