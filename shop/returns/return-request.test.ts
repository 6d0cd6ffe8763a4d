import { expect, test } from "vitest";
import { getRules, STANDARD_RULES } from "#shop/policies/rules.ts";
import {
  findReturnRefusal,
  listReturnReasons,
  writeReturnRefusals,
  writeReturnSteps,
} from "./return-request.ts";

const deliveredAt = "2026-11-20T09:00:00.000Z";
const delivered = { orderStatus: "Delivered", deliveredAt, grandTotal: 100 };
const at = (moment: string) => new Date(moment);

const back = { quantity: 2, refunded: 2 };

test.each<[what: string, change: object, moment: string, refusal: string | null]>([
  ["7 days after the delivery", {}, "2026-11-27T09:00:00.000Z", null],
  ["later than 7 days after the delivery", {}, "2026-11-27T09:00:00.001Z", "return_expired"],
  ["with a return request already", { returnRequest: {} }, deliveredAt, "returned"],
  ["that is not delivered", { orderStatus: "Processing" }, deliveredAt, "not_delivered"],
  ["without a day of delivery", { deliveredAt: undefined }, deliveredAt, "not_delivered"],
  ["with one paisa left", { refundAmount: 99.99 }, deliveredAt, null],
  ["that is fully refunded", { refundAmount: 100 }, deliveredAt, "nothing_left"],
  ["that cost nothing", { grandTotal: 0 }, deliveredAt, "nothing_left"],
  ["with a piece left", { items: [back, { quantity: 2, refunded: 1 }] }, deliveredAt, null],
  ["with all pieces refunded", { items: [back, back] }, deliveredAt, "nothing_left"],
])("the return of an order %s is allowed or refused within 7 days (§9)", (_, change, moment, refusal) => {
  expect(findReturnRefusal({ ...delivered, ...change }, at(moment))).toBe(refusal);
});

test("the refusal and the way back name the days (§9)", () => {
  expect(writeReturnRefusals(STANDARD_RULES).return_expired).toContain("7 days");
  expect(writeReturnSteps(STANDARD_RULES).Accepted).toContain("within 7 days");
  expect(writeReturnSteps(getRules({ returnWithinDays: 10 })).Accepted).toContain("within 10 days");
});

test("wood is a reason to return goods of wood alone", () => {
  expect(listReturnReasons(true)).toEqual([
    "Arrived damaged",
    "A defect in the wood",
    "Not as described",
    "Wrong piece",
    "Other",
  ]);
  expect(listReturnReasons(false)[1]).toBe("A defect in the piece");
  expect(listReturnReasons(false)).not.toContain("A defect in the wood");
});
