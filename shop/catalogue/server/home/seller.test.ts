import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { formatFileError } from "#platform/owner-file.ts";
import type { OwnerFiles } from "../../../../tests/support/owner-files.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue.ts";
import { readCatalogueFolder } from "../owner-folder/catalogue-folder.ts";
import { buildHomeContent } from "./build-home-content.ts";

async function sellerWith(change: Record<string, unknown>) {
  const folder = await writeCatalogueFolder((files: OwnerFiles) => {
    Object.assign(files["seller.json"], change);
  });
  onTestFinished(() => rm(folder, { recursive: true }));
  const { goods, warnings } = await readCatalogueFolder(folder);
  const homeContent = { ...goods?.homeContent, videos: [] } as unknown as Parameters<
    typeof buildHomeContent
  >[0];
  const { seller } = buildHomeContent(homeContent, (src) => ({ src, width: 1, height: 1 }), new Map());
  return { seller, warnings: warnings.map(formatFileError) };
}

test("every page knows the seller as the owner wrote them down", async () => {
  const { seller, warnings } = await sellerWith({});
  expect(seller).toMatchObject({
    tradeName: "Taruva",
    address: { city: "Surat" },
    jurisdictionCity: "Surat",
  });
  expect(warnings).toEqual([]);
});

test("what begins with REPLACE is reported to the owner and shown to no one", async () => {
  const { seller, warnings } = await sellerWith({
    address: {
      street: "REPLACE: street",
      city: "Surat",
      state: "Gujarat",
      zipCode: "395002",
      country: "India",
    },
    jurisdictionCity: "REPLACE: city",
    toConfirm: ["You give a 1 year warranty"],
  });
  expect(seller).not.toHaveProperty("address");
  expect(seller).not.toHaveProperty("jurisdictionCity");
  expect(warnings).toEqual([
    'seller.json, address.street: is still a sample: "REPLACE: street".',
    'seller.json, jurisdictionCity: is still a sample: "REPLACE: city".',
    'seller.json, toConfirm: only you can vouch for "You give a 1 year warranty".',
  ]);
});

test("sample numbers, addresses and links are reported to the owner too", async () => {
  const { seller, warnings } = await sellerWith({
    phone: "+91 00000 00000",
    email: "hello@taruva.example",
    socialLinks: [{ name: "Instagram", url: "https://instagram.example/taruva" }],
  });
  expect(warnings.map((warning) => warning.split(":")[0])).toEqual([
    "seller.json, phone",
    "seller.json, email",
    "seller.json, socialLinks.0.url",
  ]);
  expect(seller?.socialLinks, "samples are shown alike (D103)").toHaveLength(1);
});

test("the owner's tax rates are sent, and 9 % twice where there are none", async () => {
  expect((await sellerWith({ taxRates: { cgst: "6", sgst: 2.5 } })).seller?.taxRates).toEqual({
    cgst: 6,
    sgst: 2.5,
  });
  expect((await sellerWith({})).seller?.taxRates).toEqual({ cgst: 9, sgst: 9 });
});

test("a rate of tax that makes no sense is named", async () => {
  const folder = await writeCatalogueFolder((files) => {
    files["seller.json"]["taxRates"] = { cgst: 9.125, sgst: -1 };
  });
  onTestFinished(() => rm(folder, { recursive: true }));
  expect((await readCatalogueFolder(folder)).errors.map(formatFileError)).toEqual([
    "seller.json, taxRates.cgst: is not a number of percent from 0 to 50, with at most two decimals.",
    "seller.json, taxRates.sgst: is not a number of percent from 0 to 50, with at most two decimals.",
  ]);
});
