import { expect, test } from "vitest";
import { correctOrderNumbers, isOrderNumber, readOrderNumber, splitOrderNumbers } from "./order-number.ts";

test("a text is split at its order numbers, and other codes stay in the text", () => {
  expect(splitOrderNumbers("TRV-7K3M9Q and AB-R36289. UPI-428812345678, a-b")).toEqual([
    "",
    "TRV-7K3M9Q",
    " and ",
    "AB-R36289",
    ". UPI-428812345678, a-b",
  ]);
});

test("O is corrected to 0, and I and L to 1, only if the corrected word is an order number of the shop", () => {
  const correct = (text: string) => correctOrderNumbers(text, ["TRV", "OAK"]);
  expect(correct("TRV-O2ILDM, trv-oilool")).toBe("TRV-0211DM, trv-011001");
  expect(correct("oak-lid0il")).toBe("oak-11D011");
  for (const text of ["teak-stool2", "oil-finish", "TRV-STOOLS2", "TRV-OU2IL9", "a-trv"])
    expect(correct(text)).toBe(text);
});

test("readOrderNumber accepts small letters and a missing hyphen, and isOrderNumber only the usual form", () => {
  for (const text of ["TRV-7K3M9Q", "trv 7k3m9q", "Order trv-7k3m9q", "TRV_7K3M9Q"])
    expect(readOrderNumber(text)).toBe("TRV-7K3M9Q");
  expect(["TRV-7K3M9Q", "trv-7k3m9q", "TRV-7K3M9Q TRV-7K3M9Q", "TRV-7K3M9O"].map(isOrderNumber)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
