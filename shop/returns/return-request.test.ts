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

test("a return can be asked for within 7 days of the delivery, once (§9)", () => {
  expect(findReturnRefusal(delivered, at("2026-11-27T09:00:00.000Z"))).toBeNull();
  expect(findReturnRefusal(delivered, at("2026-11-27T09:00:00.001Z"))).toBe("return_expired");
  expect(findReturnRefusal({ ...delivered, returnRequest: {} }, at(deliveredAt))).toBe("returned");
  expect(findReturnRefusal({ ...delivered, orderStatus: "Processing" }, at(deliveredAt))).toBe(
    "not_delivered",
  );
  expect(findReturnRefusal({ ...delivered, deliveredAt: undefined }, at(deliveredAt))).toBe("not_delivered");
});

test("not where no money is left to give back", () => {
  expect(findReturnRefusal({ ...delivered, refundAmount: 99.99 }, at(deliveredAt))).toBeNull();
  expect(findReturnRefusal({ ...delivered, refundAmount: 100 }, at(deliveredAt))).toBe("nothing_left");
  expect(findReturnRefusal({ ...delivered, grandTotal: 0 }, at(deliveredAt))).toBe("nothing_left");
  const [back, part] = [
    { quantity: 2, refunded: 2 },
    { quantity: 2, refunded: 1 },
  ];
  expect(findReturnRefusal({ ...delivered, items: [back, part] }, at(deliveredAt))).toBeNull();
  expect(findReturnRefusal({ ...delivered, items: [back, back] }, at(deliveredAt))).toBe("nothing_left");
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
