import { expect, test } from "vitest";
import { readFolder } from "../../../tests/support/folder.ts";
import { readRulesFile } from "./rules-file.ts";

async function read(rules: unknown) {
  const { content: own, errors } = await readFolder(readRulesFile, { "rules.json": JSON.stringify(rules) });
  return { own, errors };
}

test('values of the owner\'s rules may be written in several ways, such as "48", "no" and "3 to 5"', async () => {
  const plain = { returnWithinDays: 10, warrantyYears: 0, mostPieces: 20, freeShippingFrom: 999 };
  const { own, errors } = await read({
    ...plain,
    cancelWithinHours: "48",
    replacement: "no",
    dispatchWithinDays: 1,
    deliverWithinDays: "3 to 5",
    orderBefore: "9:30",
    workdays: ["Saturday", "Tuesday"],
    shippingFee: "79.50",
  });
  expect(errors).toEqual([]);
  expect(own).toEqual({
    ...plain,
    cancelWithinHours: 48,
    replacement: false,
    dispatchWithinDays: { least: 1, most: 1 },
    deliverWithinDays: { least: 3, most: 5 },
    orderBefore: "09:30",
    workdays: [2, 6],
    shippingFee: 79.5,
  });
});

test("unknown rules and invalid values are reported with their field", async () => {
  const { own, errors } = await read({
    cancelWithinHour: 48,
    returnWithinDays: 0,
    replacement: "perhaps",
    deliverWithinDays: "8-5",
    orderBefore: "25:00",
    workdays: [],
    mostPieces: 1000,
    shippingFee: -1,
  });
  expect(own).toEqual({});
  expect(errors.toSorted()).toEqual([
    expect.stringMatching(
      /^rules\.json, cancelWithinHour: is not a rule of the shop\. Choose from: cancelWithinHours, /,
    ),
    "rules.json, deliverWithinDays: is not a number of business days. Write a number like 2 or a range like 2-3. The second number must be the larger one.",
    "rules.json, mostPieces: must be a whole number from 1 to 999.",
    "rules.json, orderBefore: is not a time of day. Write it like 17:00.",
    `rules.json, replacement: must be "yes" or "no".`,
    "rules.json, returnWithinDays: must be a whole number from 1 to 365.",
    "rules.json, shippingFee: is not an amount in rupees. Write a number, such as 1499.50.",
    `rules.json, workdays: is not a list of weekdays. Write them like ["Monday", "Tuesday"].`,
  ]);
  expect((await read({ freeShippingFrom: 999 })).errors).toEqual([
    "rules.json, freeShippingFrom: needs a shipping fee. Without a fee, shipping is always free.",
  ]);
  expect((await read({ shippingFee: 0, freeShippingFrom: 999 })).errors).toHaveLength(1);
  expect((await read({ shippingFee: 10_000.01 })).errors).toEqual([
    "rules.json, shippingFee: must not be more than ₹10,000.",
  ]);
  expect((await read("none")).errors).toEqual(["rules.json: must be written between { and }."]);
});

test("the rule `deliverTo` accepts India or states in several spellings (D117)", async () => {
  expect(await read({ deliverTo: " india" })).toEqual({ own: { deliverTo: "India" }, errors: [] });
  expect(await read({ deliverTo: ["kerala", "Orissa", "Kerala"] })).toEqual({
    own: { deliverTo: ["Kerala", "Odisha"] },
    errors: [],
  });
  for (const wrong of ["Nepal", ["Gujarat", "Bengaluru"]]) {
    const { errors } = await read({ deliverTo: wrong });
    expect(errors, JSON.stringify(wrong)).toHaveLength(1);
    expect(errors[0]).toContain("is not a state of India.");
  }
  expect((await read({ deliverTo: [] })).errors).toEqual([
    "rules.json, deliverTo: must contain at least one state, if you deliver to chosen states.",
  ]);
});

test("cash on delivery needs PIN codes or their first digits (decision 056)", async () => {
  const cash = { upTo: 5000, onlyPins: ["380 015", 56] };
  expect((await read({ shippingFee: 99, cashOnDelivery: cash })).own).toMatchObject({
    cashOnDelivery: { upTo: 5000, onlyPins: ["380015", "56"] },
  });
  expect((await read({ cashOnDelivery: { ...cash, onlyPins: ["Surat"] } })).errors).toEqual([
    "rules.json, cashOnDelivery.onlyPins.0: must contain only PIN codes or their first digits, such as 411001 or 56.",
  ]);
});
