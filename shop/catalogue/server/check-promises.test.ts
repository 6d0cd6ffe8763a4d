import { expect, test } from "vitest";
import { STANDARD_RULES } from "#shop/policies/rules.ts";
import { type CurrentRules, listBrokenPromises } from "./check-catalogue.ts";

const standard: CurrentRules = {
  coupon: { name: "#SALE30", amount: 99 },
  rules: STANDARD_RULES,
  highestDiscount: 30,
  highestReduction: 500,
};

const list = (text: string, changes: Partial<CurrentRules> = {}) =>
  [...listBrokenPromises(text, { ...standard, ...changes })].map(({ what }) => what);

test.each([
  "₹99 off every order",
  "Taken off automatically. No code.",
  "Shipping is free on every order.",
  "7-day free returns. Cancel within 24 hours.",
  "Black Friday sale up to 30% off",
  "Discounts on orders over ₹299",
  "1 year warranty, 7 days replacement",
  "Save ₹500 on our largest tray",
  "Delivered in 8 business days.",
  "No cash on delivery.",
  "Carved in 3 days, from wood that is 20 years old.",
])("the check of the shop's texts against its rules accepts '%s'", (text) => {
  expect(list(text)).toEqual([]);
});

test.each<[text: string, reason: string, changes?: Partial<CurrentRules>]>([
  ["₹200 off every order", "promises “₹200 off”, but the coupon takes off ₹99"],
  ["Rs. 1,200 off today", "promises “Rs. 1,200 off”, but the coupon takes off ₹99"],
  ["₹99 off every order", "but the shop has no coupon", { coupon: null }],
  ["₹300 off every order", "but the coupon takes off ₹99"],
  ["Flat 10% off every order", "promises “10% off”, but the coupon takes off ₹99"],
  ["Up to 50% off", "promises “50% off”, but the highest discount of a product is 30%"],
  [
    "₹99 off every order",
    "but the coupon only applies to orders from ₹999",
    { coupon: { name: "A", amount: 99, from: 999 } },
  ],
  [
    "₹99 off orders over ₹500",
    "but the coupon only applies to orders from ₹999",
    { coupon: { name: "A", amount: 99, from: 999 } },
  ],
  [
    "Free shipping on every order",
    "but shipping costs ₹80",
    { rules: { ...STANDARD_RULES, shippingFee: 80 } },
  ],
  [
    "Free delivery above ₹500.",
    "but shipping is free from ₹2,000",
    { rules: { ...STANDARD_RULES, shippingFee: 80, freeShippingFrom: 2000 } },
  ],
  ["Delivery charges are ₹50 in Gujarat", "but shipping is free"],
  ["Shipping costs ₹50", "but shipping costs ₹80", { rules: { ...STANDARD_RULES, shippingFee: 80 } }],
  ["Free delivery above ₹500.", "but only above ₹500; by your rule, shipping is free for every order"],
  ["Shipping costs ₹50, returns are free.", "but shipping is free"],
  [
    "Free shipping above ₹500 and easy returns.",
    "but only above ₹500; by your rule, shipping is free for every order",
  ],
  [
    "Shipping costs ₹50, including a gift box",
    "but shipping costs ₹80",
    { rules: { ...STANDARD_RULES, shippingFee: 80 } },
  ],
  ["Shipping costs ₹50 incl. GST", "but shipping is free"],
  ["A discount on every order over ₹299.", "but the shop has no coupon", { coupon: null }],
  ["Use code DIWALI", "promises “Use code”, but the shop has no coupon codes"],
  ["Buy 2, get 1 free!", "but the shop does not offer that"],
  ["A free gift with each tray", "but the shop does not offer that"],
  ["Cash on delivery everywhere", "but cash on delivery is turned off"],
  ["30-day free returns", "but pieces can be returned within 7 days"],
  ["Returns within 15 days", "but pieces can be returned within 7 days"],
  [
    "7 days replacement",
    "but the shop's rules allow no replacements",
    { rules: { ...STANDARD_RULES, replacement: false } },
  ],
  ["5 year warranty", "but the shop's rules give a warranty of 1 year"],
  [
    "Lifetime warranty",
    "but the shop's rules give no warranty",
    { rules: { ...STANDARD_RULES, warrantyYears: 0 } },
  ],
  ["Cancel within 2 days", "but orders can be cancelled within 24 hours"],
  ["Next-day delivery", "but orders take 7–11 business days"],
  ["Delivered in 2 days", "but orders take 7–11 business days"],
])("the check of the shop's texts against its rules reports '%s': %s", (text, reason, changes = {}) => {
  expect(list(text, changes)).toEqual([expect.stringContaining(reason)]);
});

test("the check of promises accepts texts with the amounts of the rules, and a different shipping charge outside India", () => {
  const rules = { ...STANDARD_RULES, shippingFee: 80, freeShippingFrom: 2000 };
  expect(list("Free shipping on orders above ₹2,000, sent in a box", { rules })).toEqual([]);
  expect(list("Shipping costs ₹80. Outside India, shipping costs ₹900.", { rules })).toEqual([]);
  expect(list("Free delivery for ₹2,000 or more.\nShipping costs ₹94.40 including GST.", { rules })).toEqual(
    [],
  );
  expect(list("Return shipping costs ₹100. Free shipping on international orders above ₹9,000.")).toEqual([]);
});
