import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { initCatalogue } from "./run-local-command.ts";

let folder: string;
let sample: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-init-"));
  sample = mkdtempSync(path.join(os.tmpdir(), "taruva-sample-"));
  writeFileSync(path.join(sample, "products.json"), "[]");
});
afterAll(() => [folder, sample].forEach((each) => rmSync(each, { recursive: true })));

test("init-catalogue overwrites no file of the owner, and writes no files into the program's folder", async () => {
  const ownersFolder = path.join(folder, "own");
  await initCatalogue(ownersFolder, sample);
  writeFileSync(path.join(ownersFolder, "products.json"), "[1]");
  await expect(initCatalogue(ownersFolder, sample)).rejects.toThrow("is not empty");
  expect(readFileSync(path.join(ownersFolder, "products.json"), "utf8")).toBe("[1]");
  await expect(initCatalogue(path.join(ownersFolder, "products.json"), sample)).rejects.toThrow("is a file");
  const inside = resolveFromRoot("shop-goods");
  await expect(initCatalogue(inside, sample)).rejects.toThrow("Choose a folder outside");
  expect(existsSync(inside)).toBe(false);
});
