import { expect, test } from "vitest";
import type { Policy } from "./policy.ts";
import { returnPolicy } from "./returns.ts";
import { getRules, listProductPromises, type OwnRules, STANDARD_RULES } from "./rules.ts";
import { writeShippingPolicy } from "./shipping.ts";
import { writeTerms } from "./terms.ts";

const seller = {
  tradeName: "Taruva",
  email: "hello@taruva.example",
  jurisdictionCity: "Surat",
  taxRates: { cgst: 9, sgst: 9 },
  rules: STANDARD_RULES,
};
const unnamed = { ...seller, email: null, jurisdictionCity: null };

const joinTexts = ({ lead, facts, sections }: Policy): string =>
  [
    lead,
    ...facts.map(({ figure, label }) => `${figure} ${label}`),
    ...sections.flatMap(({ title, text, points = [] }) => [title, ...text, ...points]),
  ].join("\n");

test.each([
  /packed within 2–3 business days/,
  /before 17:00 \(Indian time\)/,
  /Within India, delivery takes 5–8 business days/,
  /Outside India, delivery takes 10–15 business days/,
  /free on domestic orders above ₹2,000\. Standard charges apply below/,
  /international orders the charges are computed at checkout/,
])("the shipping policy says %s (§2.13, §9)", (fact) => {
  expect(joinTexts(writeShippingPolicy(seller))).toMatch(fact);
});

test.each([
  /by e-mail within 24 hours of delivery, with photos/,
  /reply within 2–3 business days/,
  /approved the return, send the piece back within 7 days/,
  /unused and in its original packaging/,
  /replaced only once per order/,
  /in 7–10 business days, by the method you paid with/,
  /cash on delivery are refunded by credit note only/,
  /credit note is valid for 2 months/,
  /Shipping charges are not refunded/,
  /cancelled only before it is dispatched/,
  /open for 24 hours after you have placed the order/,
  /Your request will be solved in 24 hours/,
  /Customized products cannot be returned/,
  /sale items are not eligible/,
  /1 year warranty/,
])("the return and refund policy says %s (§2.13, §9)", (fact) => {
  expect(joinTexts(returnPolicy(seller))).toMatch(fact);
});

test("the terms name one city for disputes, and both tax rates (§2.13, §9)", () => {
  expect(joinTexts(writeTerms(seller))).toMatch(/jurisdiction of the courts of Surat\./);
  expect(joinTexts(writeTerms({ ...seller, taxRates: { cgst: 6, sgst: 2.5 } }))).toMatch(
    /CGST of 6% and SGST of 2.5%/,
  );
});

test("the strip of the product page promises what the policy says (§9)", () => {
  expect(listPromises({})).toEqual([
    "Assured Delivery",
    "Easy Cancellation",
    "1 Year Warranty",
    "7 Days Replacement",
  ]);
  expect(listPromises({ warrantyYears: 0, returnWithinDays: 1, replacement: false })).toEqual([
    "Assured Delivery",
    "Easy Cancellation",
    "1 Day Return",
  ]);
});

const listPromises = (own: OwnRules) => listProductPromises(getRules(own)).map(({ text }) => text);

test("policies name the owner's numbers, and say nothing of what there is not", () => {
  const rules = getRules({
    cancelWithinHours: 48,
    returnWithinDays: 10,
    replacement: false,
    warrantyYears: 0,
    dispatchWithinDays: { least: 1, most: 1 },
    orderBefore: "12:30",
    workdays: [1, 2, 3, 4, 5, 6],
  });
  const policies = [writeShippingPolicy, returnPolicy].map((write) => joinTexts(write({ ...seller, rules })));
  expect(policies[1]).toContain("open for 48 hours after you have placed the order");
  expect(policies[1]).toContain("within 10 days");
  expect(policies[1]).not.toMatch(/replace|warranty/i);
  expect(policies[0]).toContain("packed within 1 business day.");
  expect(policies[0]).toContain("before 12:30 (Indian time)");
  expect(policies[0]).toContain("Business days are Monday to Saturday.");
  expect(policies[0]).not.toContain("weekend");
});

test("what the owner has not filled in leaves no hole in a sentence", () => {
  for (const policy of [writeShippingPolicy(unnamed), returnPolicy(unnamed), writeTerms(unnamed)]) {
    expect(joinTexts(policy)).not.toMatch(/null|undefined|REPLACE/);
  }
});

test("each section can be linked to", () => {
  for (const { sections } of [writeShippingPolicy(seller), returnPolicy(seller), writeTerms(seller)]) {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
