import { describe, expect, test } from "vitest";
import { formatRoundRupees, formatRupees, formatRupeesGrouped, fromRupees } from "./money.ts";
import { parseCount, parseNumber } from "./number.ts";
import { notNumbers } from "../tests/support/not-numbers.ts";

describe("numbers", () => {
  test.for(notNumbers)("%j is rejected as a number, a count and an amount (T56)", (text) => {
    expect([parseNumber(text), parseCount(text), fromRupees(text)]).toStrictEqual([null, null, null]);
  });

  test.for([
    ["0", 0],
    ["12", 12],
    [" 12 ", 12],
    ["-3", -3],
    ["007", 7],
    ["588.82", 588.82],
  ] as const)("%j is read as the number %d", ([text, number]) => {
    expect(parseNumber(text)).toBe(number);
  });

  test.for([" 12 ", "0", "999999999"])("%j is accepted as a count", (text) => {
    expect(parseCount(text)).toBe(Number(text));
  });

  test.for(["-3", "1.5", "1,299", "1234567890"])("%j is rejected as a count", (text) => {
    expect(parseCount(text)).toBeNull();
  });
});

describe("amounts", () => {
  test.for([
    ["1299", "₹1299.00"],
    ["588.82", "₹588.82"],
    ["588.8200", "₹588.82"],
    ["1,299.00", "₹1299.00"],
    ["1,299", "₹1299.00"],
    ["12,345,678", "₹12345678.00"],
    ["1,29,900", "₹129900.00"],
    ["12,34,567.5", "₹1234567.50"],
    ["₹1,299", "₹1299.00"],
    ["₹ 1299", "₹1299.00"],
    ["Rs. 1,011.32", "₹1011.32"],
    ["Rs 1011", "₹1011.00"],
    ["INR 1011", "₹1011.00"],
    ["\u00A0₹\u00A01,299.00 ", "₹1299.00"],
  ] as const)("%j is read as the amount %s", ([text, amount]) => {
    expect(formatRupees(fromRupees(text) ?? -1)).toBe(amount);
  });

  test.for([
    [0, "₹0.00", "₹0"],
    [-9_900, "−₹99.00", "−₹99"],
    [99_950, "₹999.50", "₹999.50"],
    [149_900, "₹1,499.00", "₹1,499"],
    [12_345_678_90, "₹1,23,45,678.90", "₹1,23,45,678.90"],
  ] as const)(
    "an amount of %i paise has Indian digit groups in documents and messages: %s (D7)",
    ([paise, text, round]) => {
      expect([formatRupeesGrouped(paise), formatRoundRupees(paise / 100)]).toEqual([text, round]);
    },
  );

  test.for([
    "12,50",
    "1,2,3",
    "1,29,90",
    "1.299,00",
    "1,2999",
    "0,299",
    ",299",
    "1,299,",
    "588.825",
    "-5",
    "$5",
    "₹",
    "Rs",
    "5 ₹",
    "1 299",
    "₹₹5",
    "1299/-",
  ])("%j is rejected as an amount, because it can be read in two ways or in none (T56)", (text) => {
    expect(fromRupees(text)).toBeNull();
  });
});
