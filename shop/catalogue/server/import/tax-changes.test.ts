import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatFileError } from "#platform/storage/owner-file.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-folder.ts";
import { answerHomeContent, findOneProduct } from "../products/find-products.ts";
import {
  getCatalogueRevision,
  onSnapshotChange,
  onCatalogueRevision,
  refreshSnapshot,
} from "../snapshot/snapshot.ts";
import { importCatalogue } from "./import-catalogue.ts";
import { importAll } from "./import-commands.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder } });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

const writeTaxes = (taxes: unknown) => writeFile(path.join(folder, "taxes.json"), JSON.stringify(taxes));
const run = (command: typeof importAll) =>
  command.run(context, { args: {}, options: {}, folder, confirmed: true });
const rehearseImport = async () =>
  typeof importAll.preview === "function"
    ? importAll.preview(context, { args: {}, options: {}, folder })
    : null;
const readRate = async () => ((await findOneProduct(context, "teak-tray")) as { gstRate?: number }).gstRate;

test("an import announces a rate, the rate applies from its midnight, and every page is notified", async () => {
  context.clock.set(new Date("2026-11-24T12:00:00+05:30"));
  expect(await readRate()).toBeUndefined();
  await writeTaxes({ rates: [{ hsn: "4419", rate: 5, from: "2026-12-01" }] });
  const said = "GST: 3 products from 18% to 5% from 1 Dec 2026.";
  expect((await rehearseImport())?.message?.split("\n")).toContain(said);
  expect((await run(importAll)).message).toBe(`The taxes: new.\n${said}`);
  expect((await run(importAll)).message).toBe("");

  context.clock.set(new Date("2026-11-30T23:59:59.999+05:30"));
  const heard: string[] = [];
  onSnapshotChange(context, () => heard.push("pages"));
  onCatalogueRevision(context, () => heard.push("browsers"));
  expect(await refreshSnapshot(context)).toBe(false);
  const revision = getCatalogueRevision(context);
  expect(await readRate()).toBeUndefined();
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9 });

  context.clock.set(new Date("2026-12-01T00:00:00+05:30"));
  // Orders have the rate of their time, even before pages are updated.
  expect(await readRate()).toBe(5);
  expect(await refreshSnapshot(context)).toBe(true);
  expect([heard, getCatalogueRevision(context)]).toEqual([["pages", "browsers"], revision + 1]);
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9, isVaried: true });
  expect([await refreshSnapshot(context), getCatalogueRevision(context)]).toEqual([false, revision + 1]);
});

test("the rate of all goods can begin on a day too", async () => {
  context.clock.set(new Date("2026-12-24T12:00:00+05:30"));
  await writeTaxes({ rates: [{ rate: 12, from: "2027-01-01" }] });
  expect((await run(importAll)).message).toBe(
    "The taxes: rates.\nGST: 3 products from 5% to 18% from now on.\nGST: 3 products from 18% to 12% from 1 Jan 2027.",
  );
  expect(getTaxRates(context)).toEqual({ cgst: 9, sgst: 9 });
  context.clock.set(new Date("2027-01-01T00:00:00+05:30"));
  await refreshSnapshot(context);
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 6, sgst: 6 });
  expect(await readRate()).toBeUndefined();
});

test("a file with an error is refused with all other files, and nothing changes", async () => {
  const previous = getCatalogueRevision(context);
  await writeTaxes({ rates: [{ hsn: "44", rate: 500 }], companyPlaceOfSupply: "home" });
  const errors = await importCatalogue(context, folder).catch((cause: unknown) =>
    cause instanceof CatalogueErrors ? cause.errors.map(formatFileError) : cause,
  );
  expect(errors).toEqual([
    "taxes.json, rates.0.rate: is not a rate of GST in percent, above 0 and up to 50, such as 5 or 18.",
    "taxes.json, companyPlaceOfSupply: is neither ship-to nor registered-state.",
  ]);
  await refreshSnapshot(context);
  expect(getCatalogueRevision(context)).toBe(previous);
});
