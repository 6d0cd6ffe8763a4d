import { expect, test } from "vitest";
import { getRules, listProductPromises, type ChangedRules } from "./rules.ts";

const listPromises = (ownRules: ChangedRules) =>
  listProductPromises(getRules(ownRules)).map(({ text }) => text);

test("the short policy texts on the product page follow the shop's rules for warranty, returns and replacement (§9)", () => {
  expect(listPromises({})).toEqual([
    "Assured Delivery",
    "Easy Cancellation",
    "1 Year Warranty",
    "7 Days Replacement",
  ]);
  expect(listPromises({ warrantyYears: 0, returnWithinDays: 1, replacement: false })).toEqual([
    "Assured Delivery",
    "Easy Cancellation",
    "1 Day Return",
  ]);
});
