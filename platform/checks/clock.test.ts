import { expect, test } from "vitest";
import { checkClock } from "./clock.ts";

test("a clock that goes otherwise is named, with the side it is on", () => {
  expect(checkClock("the database's clock", 4_000)).toEqual([]);
  expect(checkClock("the database's clock", -6_000)[0]?.what).toContain("6 seconds behind");
  expect(checkClock("Razorpay's clock", -90_000)[0]?.what).toBe(
    "Razorpay's clock is 90 seconds behind this machine's clock",
  );
  expect(checkClock("Razorpay's clock", 61_000)[0]?.what).toContain("61 seconds ahead of");
});
