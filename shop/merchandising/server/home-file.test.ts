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

test("the owner's sections, their order and titles are read", async () => {
  const sections = [
    { section: "newly-launched", title: "Fresh from the kiln", text: "Fired this week." },
    { section: "banners" },
    { section: "testimonials", title: "What they say" },
  ];
  expect(await read(sections)).toEqual({ home: sections, errors: [] });
});

test("reports sections that are unknown, repeated or without a title", async () => {
  const { errors } = await read([
    { section: "news" },
    { section: "banners", title: "Hello" },
    { section: "films", text: "Films." },
    { section: "films", colour: "red" },
  ]);
  expect(errors).toEqual([
    expect.stringMatching(/^home\.json, entry 1, section: is none of banners, offers, look, /),
    expect.stringMatching(
      /^home\.json, entry 2, title: is not set here: the title of "banners" stands in the file/,
    ),
    'home.json, entry 3, text: is shown below the title of "newly-launched" alone.',
    "home.json, entry 4, colour: is not a field here. There are: section, title, text.",
  ]);
  expect((await read([{ section: "films" }, { section: "films" }])).errors).toEqual([
    "home.json: names a section twice.",
  ]);
  expect((await read([])).errors).toEqual(["home.json: names no section."]);
});
