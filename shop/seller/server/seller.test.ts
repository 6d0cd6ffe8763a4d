import { expect, test } from "vitest";
import { formatFileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { createOwnerFiles } from "../../../tests/support/catalogue-folder.ts";
import { readFolder } from "../../../tests/support/folder.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { sellerFile, listSellerWarnings, toSeller } from "./seller.ts";

async function sellerWith(change: Record<string, unknown>) {
  const name = "seller.json";
  const { content: inFile, errors } = await readFolder(
    async (folder, errors) => (await readOwnerFile(folder, name, sellerFile, errors)).content,
    { [name]: { ...createOwnerFiles()[name], ...change } },
  );
  return {
    seller: inFile && toSeller(inFile),
    warnings: (inFile ? listSellerWarnings(inFile) : []).map(formatFileError),
    errors,
  };
}

test("the seller's data in the shop are those of the owner's file `seller.json` (§2.3, D88)", async () => {
  const { seller, warnings } = await sellerWith({});
  expect(seller).toMatchObject({
    tradeName: "Taruva",
    address: { city: "Surat" },
    jurisdictionCity: "Surat",
  });
  expect(warnings).toEqual([]);
});

test("values that begin with REPLACE are reported to the owner and never shown", async () => {
  const { seller, warnings } = await sellerWith({
    address: { ...sampleSeller.address, street: "REPLACE: street" },
    jurisdictionCity: "REPLACE: city",
    toConfirm: ["You give a 1 year warranty"],
  });
  expect(seller).not.toHaveProperty("address");
  expect(seller).not.toHaveProperty("jurisdictionCity");
  expect(warnings).toEqual([
    'seller.json, address.street: is still a sample: "REPLACE: street".',
    'seller.json, jurisdictionCity: is still a sample: "REPLACE: city".',
    'seller.json, toConfirm: confirm that this is true: "You give a 1 year warranty".',
  ]);
});

test("pages get the owner's tax rates, or 9 % + 9 % if there are none, and an invalid rate is reported", async () => {
  const { seller } = await sellerWith({ taxRates: { cgst: "2.5", sgst: 2.5 } });
  expect(seller?.taxRates).toEqual({ cgst: 2.5, sgst: 2.5 });
  expect((await sellerWith({})).seller?.taxRates).toEqual({ cgst: 9, sgst: 9 });
  const { errors } = await sellerWith({ taxRates: { cgst: 9.125, sgst: -1 } });
  expect(errors).toEqual(
    ["cgst", "sgst"].map(
      (tax) => `seller.json, taxRates.${tax}: must be a percentage from 0 to 50, with at most two decimals.`,
    ),
  );
});

test("all invalid facts of the seller are reported at once (D103)", async () => {
  const { errors } = await sellerWith({
    address: { street: "1 Lane", city: "Surat", state: "Gujarat", zipCode: "560001", country: "India" },
    state: "Gujrat",
    gstin: "24ABCDE1234F1Z5",
    email: "hello at taruva",
    taxRates: { cgst: 9, sgst: 6 },
  });
  expect(errors).toEqual([
    "seller.json, address.zipCode: PIN 560001 is in Karnataka, not Gujarat.",
    'seller.json, state: "Gujrat" is not a state of India. Write the full name, like Gujarat or Tamil Nadu.',
    "seller.json, gstin: has a typing mistake: the last character does not match the others. Please check it.",
    "seller.json, email: Enter an e-mail address like asha@example.com.",
    "seller.json, taxRates: contains two different rates. CGST and SGST are halves of one rate and must be equal.",
  ]);
  expect((await sellerWith({ gstin: "29ABCDE1234F1ZW" })).errors).toEqual([
    "seller.json, gstin: is registered in Karnataka, but the address is in Gujarat. Correct one of the two.",
  ]);
  const { seller } = await sellerWith({
    state: " gujarat ",
    gstin: "24 abcde1234f 1z6",
    phone: "+९१ ९८२५० १२३४५",
  });
  expect(seller).toMatchObject({ state: "Gujarat", gstin: "24ABCDE1234F1Z6", phone: "+91 98250 12345" });
});

test("pages get the owner's coupon or none, and an invalid coupon is refused", async () => {
  const rates = { cgst: 9, sgst: 9 };
  const coupon = { name: "DIWALI", percent: "7.5", from: 1000 };
  expect((await sellerWith({ coupon })).seller?.taxRates).toEqual({
    ...rates,
    coupon: { name: "DIWALI", percent: 7.5, from: 1000 },
  });
  expect((await sellerWith({ coupon: null })).seller?.taxRates).toEqual({ ...rates, coupon: null });
  const { errors } = await sellerWith({ coupon: { name: "", amount: -1, percent: 5 } });
  expect(errors).toEqual([
    "seller.json, coupon.name: is missing.",
    "seller.json, coupon.amount: is not an amount in rupees. Write a number, such as 1499.50.",
  ]);
  expect((await sellerWith({ coupon: { name: "X", amount: 1, percent: 5 } })).errors).toEqual([
    "seller.json, coupon: Enter an amount or a percentage, not both.",
  ]);
  expect((await sellerWith({ coupon: { name: "X", amount: 1000, from: 1000 } })).errors).toEqual([
    "seller.json, coupon.amount: must be less than the amount from which the coupon applies. Otherwise such an order costs nothing.",
  ]);
  expect((await sellerWith({ coupon: { name: "X", percent: 95 } })).errors).toHaveLength(1);
});
