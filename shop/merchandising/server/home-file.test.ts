import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";
import { readHomeFile } from "./home-file.ts";

async function read(sections?: unknown) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "shop-home-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (sections !== undefined) await writeFile(path.join(folder, "home.json"), JSON.stringify(sections));
  const errors: FileError[] = [];
  const home = await readHomeFile(folder, errors);
  return { home, errors: errors.map(formatFileError) };
}

test("the owner's sections of the home page are read with their order and titles", async () => {
  const sections = [
    { section: "newly-launched", title: "Fresh from the kiln", text: "Fired this week." },
    { section: "banners" },
    { section: "testimonials", title: "What they say" },
  ];
  expect(await read(sections)).toEqual({ home: sections, errors: [] });
});
