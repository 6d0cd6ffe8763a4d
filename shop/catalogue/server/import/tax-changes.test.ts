import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
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

test("an imported tax rate is announced, applies from midnight of its date, and updates every page", async () => {
  context.clock.set(new Date("2026-11-24T12:00:00+05:30"));
  expect(await readRate()).toBeUndefined();
  await writeTaxes({ rates: [{ hsn: "4419", rate: 5, from: "2026-12-01" }] });
  const announcement = "GST: 3 products from 18% to 5% from 1 Dec 2026.";
  expect((await rehearseImport())?.message?.split("\n")).toContain(announcement);
  expect((await run(importAll)).message).toBe(`The taxes: new.\n${announcement}`);
  expect((await run(importAll)).message).toBe("");

  context.clock.set(new Date("2026-11-30T23:59:59.999+05:30"));
  const notified: string[] = [];
  onSnapshotChange(context, () => notified.push("pages"));
  onCatalogueRevision(context, () => notified.push("browsers"));
  expect(await refreshSnapshot(context)).toBe(false);
  const revision = getCatalogueRevision(context);
  expect(await readRate()).toBeUndefined();
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9 });

  context.clock.set(new Date("2026-12-01T00:00:00+05:30"));
  // An order uses the rate at the time of its creation, even before cached pages are updated.
  expect(await readRate()).toBe(5);
  expect(await refreshSnapshot(context)).toBe(true);
  expect([notified, getCatalogueRevision(context)]).toEqual([["pages", "browsers"], revision + 1]);
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9, isVaried: true });
  expect([await refreshSnapshot(context), getCatalogueRevision(context)]).toEqual([false, revision + 1]);
});
