import { expect, test } from "vitest";
import { splitOrderNumbers } from "./order-number.ts";

test("a text is split at its order numbers, and other codes stay in the text", () => {
  expect(splitOrderNumbers("TRV-7K3M9Q and AB-R36289. UPI-428812345678, a-b")).toEqual([
    "",
    "TRV-7K3M9Q",
    " and ",
    "AB-R36289",
    ". UPI-428812345678, a-b",
  ]);
});
