import { expect, test } from "vitest";
import { findGstinError, findGstinState, normaliseGstin } from "./gstin.ts";

const real = ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "24AAACC1206D1ZM"];

test("real GSTINs are valid, and spaces, hyphens and lower case in a GSTIN are normalised", () => {
  for (const gstin of real) expect(findGstinError(gstin), gstin).toBeNull();
  expect(findGstinState("27AAPFU0939F1ZV")).toEqual({
    code: "27",
    name: "Maharashtra",
    pins: "40 41 42 43 44",
  });
  expect(normaliseGstin(" 27 aapfu0939f-1zv ")).toBe("27AAPFU0939F1ZV");
});

test("an invalid GSTIN gets an error that describes the mistake", () => {
  expect(findGstinError("27AAPFU0939F1Z")).toBe("has 14 characters, but a GSTIN has 15.");
  expect(findGstinError("AA27PFU0939F1ZV")).toContain("is not a GSTIN. A GSTIN looks like 27AAPFU0939F1ZV");
  expect(findGstinError("27AAPFU0939F1ZW")).toContain("typing mistake");
  expect(findGstinError("54AAPFU0939F1ZY")).toBe(
    "begins with 54, which is not the code of a state. Please check it.",
  );
});

test("every single mistyped character and every swap of two neighbours in a GSTIN is detected (§2.8, D61, D64, D108)", () => {
  const [gstin = ""] = real;
  const splice = (at: number, length: number, text: string) =>
    gstin.slice(0, at) + text + gstin.slice(at + length);
  for (let at = 0; at < gstin.length; at++) {
    const [here, next] = [gstin.charAt(at), gstin.charAt(at + 1)];
    for (const sign of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      if (sign !== here) expect(findGstinError(splice(at, 1, sign)), `${sign} at ${at}`).not.toBeNull();
    }
    if (next !== "" && next !== here)
      expect(findGstinError(splice(at, 2, next + here)), `swap at ${at}`).not.toBeNull();
  }
});
