import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../settings.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { checkBeforeOpening } from "./run-local-command.ts";

async function visit(settings: Record<string, string> = {}, isOpen = false) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = settings["DATA_DIR"] ?? path.join(folder, "data");
  const config = readConfig({ CATALOGUE_DIR: resolveFromRoot("catalogue"), DATA_DIR: dataDir, ...settings });
  const steps: string[] = [];
  const result = await checkBeforeOpening(config, { offline: true, isOpen }, (step) => void steps.push(step));
  const rows = (result.rows ?? []).map((row) => row.join(" "));
  return { ...result, steps, dataDir, find: (about: string) => rows.filter((row) => row.includes(about)) };
}

test("the check before the first start of a shop reports sample data and test settings, and names the setting or field to change", async () => {
  const { attention, message, find, steps, dataDir } = await visit();
  expect(find("SHOP_PROFILE")).toEqual([
    "✗ SHOP_PROFILE the shop runs as a demonstration Set SHOP_PROFILE=production, see .env.example",
  ]);
  expect(find("seller.json, legalName")).toEqual([
    '✗ seller.json, legalName is still a sample: "Sample Seller". Replace it with your own details, or confirm that it is right',
  ]);
  expect(find("✓ database")).toEqual(["✓ database embedded; it will be created when the shop first starts "]);
  expect(existsSync(path.join(dataDir, "pg"))).toBe(false);
  expect(message).toMatch(/^\d+ problems to solve before you open to real customers\.$/);
  expect(attention).toBe(true);
  expect(steps).not.toContain("Checking: mail");
});

test("the check of an open shop's machine leaves out the catalogue folder, and lists what passed", async () => {
  const { data, rows } = await visit({}, true);
  expect(JSON.stringify(rows)).not.toContain("seller.json");
  expect(data).toMatchObject({
    problems: expect.arrayContaining([
      expect.objectContaining({ about: "TEST_PAYMENTS", risk: "orders" }),
      expect.objectContaining({ about: "PUBLIC_URL", risk: "data" }),
    ]) as unknown,
    passed: expect.arrayContaining([
      { name: "database", note: "embedded; it will be created when the shop first starts" },
    ]) as unknown,
  });
});
