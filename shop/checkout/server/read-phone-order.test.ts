import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { phoneOrder } from "../../../tests/support/bought-order.ts";
import { readOrderFile, readPhoneOrder } from "./read-phone-order.ts";

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
    "--street is missing: house and street.",
    "--company-address is missing: its address.",
    "--phone: Phone Number must be 10 digits",
    "--email: Invalid email format",
    expect.stringContaining("--gstin: This GSTIN holds a typing mistake"),
    "--line teak is no line. Write the product and how many: teak-tray:1.",
    "--hours 100 is not a number from 1 to 72.",
  ]);
  expect(readPhoneOrder({}).errors).toHaveLength(6);
  expect(readPhoneOrder({ ...phoneOrder, state: "Punjap" }).errors).toEqual([
    "--state: 'Punjap' is not a state of India. Write it like Maharashtra.",
  ]);
});

test("every unknown option in the file of an order by phone is reported", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-order-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "order.json");
  await writeFile(file, JSON.stringify({ email: "asha@example.com", mail: "x", town: "Pune" }));
  const { errors } = await readOrderFile(file, ["email", "city"]);
  expect(errors).toEqual(
    ["mail", "town"].map((name) => `order.json, ${name}: There is no such option. There are: email, city.`),
  );
});
