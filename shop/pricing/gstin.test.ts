import { expect, test } from "vitest";
import { findGstinError, normaliseGstin } from "./gstin.ts";

const real = ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "24AAACC1206D1ZM"];

test("a real GSTIN is one, however it was typed", () => {
  for (const gstin of real) expect(findGstinError(gstin), gstin).toBeNull();
  expect(normaliseGstin(" 27 aapfu0939f-1zv ")).toBe("27AAPFU0939F1ZV");
});

test("what is wrong with it is said", () => {
  expect(findGstinError("27AAPFU0939F1Z")).toBe("has 14 characters; it must have 15.");
  expect(findGstinError("AA27PFU0939F1ZV")).toContain("is not written like 27AAPFU0939F1ZV");
  expect(findGstinError("27AAPFU0939F1ZW")).toContain("typing mistake");
});

test("every single mistyped character and every swap of two neighbours is found", () => {
  const [gstin = ""] = real;
  const signs = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (let at = 0; at < gstin.length; at++) {
    for (const sign of signs) {
      if (sign === gstin[at]) continue;
      expect(
        findGstinError(gstin.slice(0, at) + sign + gstin.slice(at + 1)),
        `${sign} at ${at}`,
      ).not.toBeNull();
    }
    const swapped =
      gstin.slice(0, at) +
      gstin
        .slice(at, at + 2)
        .split("")
        .toReversed()
        .join("") +
      gstin.slice(at + 2);
    if (swapped !== gstin) expect(findGstinError(swapped), swapped).not.toBeNull();
  }
});
