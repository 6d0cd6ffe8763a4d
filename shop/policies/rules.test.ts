import { expect, test } from "vitest";
import { getRules, listProductPromises, type OwnRules } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

const listPromises = (own: OwnRules) => listProductPromises(getRules(own)).map(({ text }) => text);

test("the strip of the product page promises what the policy says (§9)", () => {
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

test("workdays are named as people say them", () => {
  const format = (workdays: number[]) => formatWorkdays({ workdays });
  expect([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 0], [0, 6], [2, 4, 6], [3]].map(format)).toEqual([
    "Monday to Friday",
    "Monday to Sunday",
    "Saturday and Sunday",
    "Tuesday, Thursday and Saturday",
    "Wednesday",
  ]);
});
