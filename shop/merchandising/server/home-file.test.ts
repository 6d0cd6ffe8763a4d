import { expect, test } from "vitest";
import { readFolder } from "../../../tests/support/folder.ts";
import { readHomeFile } from "./home-file.ts";

test("the owner's sections of the home page are read with their order and titles", async () => {
  const sections = [
    { section: "newly-launched", title: "Fresh from the kiln", text: "Fired this week." },
    { section: "banners" },
    { section: "testimonials", title: "What they say" },
  ];
  expect(await readFolder(readHomeFile, { "home.json": sections })).toEqual({
    content: sections,
    errors: [],
  });
});
