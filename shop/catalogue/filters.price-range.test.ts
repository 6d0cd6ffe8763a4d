import { describe, expect, test } from "vitest";
import { priceMessages, readPriceRange } from "./filters.ts";

describe("the price inputs", () => {
  test("two empty ones are an open range", () => {
    expect(readPriceRange("", undefined)).toEqual({ minPrice: null, maxPrice: null });
  });

  test.each(["abc", "-5", "1e3", "12.345", "NaN", "Infinity", "1,500", "9999999999"])(
    "%s is no price",
    (given) => {
      expect(readPriceRange(given, "")).toEqual({ whyNot: priceMessages.nonsense, field: "minPrice" });
      expect(readPriceRange("", given)).toEqual({ whyNot: priceMessages.nonsense, field: "maxPrice" });
    },
  );

  test("a highest price below the lowest is said, not applied (§2.5, D38)", () => {
    expect(readPriceRange("1500", "1499.99")).toEqual({
      whyNot: priceMessages.turnedAround,
      field: "maxPrice",
    });
    expect(readPriceRange("1500", "1500")).toEqual({ minPrice: 150_000, maxPrice: 150_000 });
  });
});
