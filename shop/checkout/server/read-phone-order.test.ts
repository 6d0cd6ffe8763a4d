import { expect, test } from "vitest";
import { phoneOrder } from "../../../tests/support/bought-order.ts";
import { readPhoneOrder } from "./read-phone-order.ts";

test("all errors of an order by phone are reported at once", () => {
  const { order, errors } = readPhoneOrder({
    ...phoneOrder,
    email: "asha",
    name: "Asha",
    phone: "98765",
    state: "Goa",
    street: " ",
    gstin: "27AAPFU0939F1ZW",
    company: "Patel & Co",
    line: "acacia-bowl:4\nteak",
    hours: "100",
  });
  expect(order).toBeNull();
  expect(errors).toEqual([
    { option: "street", message: "Please enter house and street." },
    { option: "company-address", message: "Please enter the company's address." },
    { option: "phone", message: "Phone Number must be 10 digits" },
    { option: "email", message: "Enter an e-mail address like asha@example.com." },
    { option: "gstin", message: expect.stringContaining("This GSTIN has a typing mistake") },
    {
      option: "line",
      message:
        "“teak” cannot be read as pieces. Enter the product and the quantity, for example teak-tray:1.",
    },
    { option: "hours", message: "Enter the hours, from 1 to 72." },
  ]);
  expect(readPhoneOrder({}).errors).toHaveLength(6);
  expect(readPhoneOrder({ ...phoneOrder, state: "Punjap" }).errors).toEqual([
    {
      option: "state",
      message: "'Punjap' is not a state of India. Enter the full name, for example Maharashtra.",
    },
  ]);
});
