import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFolder, writeOrRefuse } from "./written-files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "written-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("createFolder creates a folder with its parent folders, and accepts an existing folder", async () => {
  const nested = path.join(folder, "a/b");
  await createFolder(nested);
  await createFolder(nested);
  expect(statSync(nested).isDirectory()).toBe(true);
});

test("createFolder reports why a folder cannot be created, even below /proc", async () => {
  await expect(createFolder("/proc/taruva/x")).rejects.toThrow(/^\/proc\/taruva cannot be written: /);
  writeFileSync(path.join(folder, "file"), "");
  await expect(createFolder(path.join(folder, "file/x"))).rejects.toThrow("cannot be written: ");
});

test("a command that cannot write its file is refused with the reason", async () => {
  const file = path.join(folder, "missing/list.json");
  await expect(writeOrRefuse(file, () => writeFile(file, ""))).rejects.toThrow(
    `${file} cannot be written: its folder does not exist.`,
  );
});
