import { expect, test } from "vitest";
import { phoneOrder } from "../../../tests/support/phone-order.ts";
import { readPhoneOrder } from "./read-phone-order.ts";

test("what was said on the phone is an order as the checkout sends it", () => {
  const { order, errors } = readPhoneOrder({ ...phoneOrder, hours: "2" });
  expect(errors).toEqual([]);
  expect(order).toMatchObject({
    hours: 2,
    payload: {
      contact: { firstName: "Asha Devi", lastName: "Patel", email: "asha.patel@example.com" },
      shippingAddress: { state: "Maharashtra", country: "India", zipCode: "411001" },
      items: [
        { productId: "acacia-bowl", quantity: 2 },
        { productId: "teak-tray", quantity: 1 },
      ],
    },
  });
});

test("everything that is wrong is said in one round", () => {
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
    "--street is missing: house and street.",
    "--company-address is missing: its address.",
    "--name: write first and last name.",
    "--phone: Phone Number must be 10 digits",
    "--email: Invalid email format",
    expect.stringContaining("--gstin: This GSTIN holds a typing mistake"),
    "--line teak is no line. Write the product and how many: teak-tray:1.",
    "--hours 100 is not a number from 1 to 72.",
  ]);
  expect(readPhoneOrder({}).errors).toHaveLength(7);
  expect(readPhoneOrder({ ...phoneOrder, state: "Punjap" }).errors).toEqual([
    "--state: 'Punjap' is no state of India. Write it like Maharashtra.",
  ]);
});
