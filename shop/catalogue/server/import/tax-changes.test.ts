import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { context, folder, run, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { answerHomeContent, findOneProduct } from "../products/find-products.ts";
import {
  getCatalogueRevision,
  onSnapshotChange,
  onCatalogueRevision,
  refreshSnapshot,
} from "../snapshot/snapshot.ts";

setUpCatalogue({ imported: "once" });

const readRate = async () => ((await findOneProduct(context, "teak-tray")) as { gstRate?: number }).gstRate;

test("an import reports how many products a new tax rate affects, and from midnight of its date the rate applies and pages are updated", async () => {
  context.clock.set(new Date("2026-11-24T12:00:00+05:30"));
  expect(await readRate()).toBeUndefined();
  const taxes = { rates: [{ hsn: "4419", rate: 5, from: "2026-12-01" }] };
  await writeFile(path.join(folder, "taxes.json"), JSON.stringify(taxes));
  const announcement = "GST: 3 products from 18% to 5% from 1 Dec 2026.";
  expect((await run("products import", {}, { dryRun: true })).message?.split("\n")).toContain(announcement);
  expect((await run("products import")).message).toBe(
    `The GST of HSN 4419 from 2026-12-01: 5 %.\n${announcement}`,
  );
  expect((await run("products import")).message).toBe("");

  context.clock.set(new Date("2026-11-30T23:59:59.999+05:30"));
  const notified: string[] = [];
  onSnapshotChange(context, () => notified.push("pages"));
  onCatalogueRevision(context, () => notified.push("browsers"));
  expect(await refreshSnapshot(context)).toBe(false);
  const revision = getCatalogueRevision(context);
  expect(await readRate()).toBeUndefined();
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9 });

  context.clock.set(new Date("2026-12-01T00:00:00+05:30"));
  // An order uses the rate at the time when it is placed, even before cached pages are updated.
  expect(await readRate()).toBe(5);
  expect(await refreshSnapshot(context)).toBe(true);
  expect([notified, getCatalogueRevision(context)]).toEqual([["pages", "browsers"], revision + 1]);
  expect(answerHomeContent(context).seller?.taxRates).toEqual({ cgst: 9, sgst: 9, isVaried: true });
  expect([await refreshSnapshot(context), getCatalogueRevision(context)]).toEqual([false, revision + 1]);
});
