import * as v from "valibot";
import { expect, test } from "vitest";
import { homeFile } from "./home-file.ts";

test("the owner's sections of the home page are read with their order and titles", () => {
  const sections = [
    { section: "newly-launched", title: "Fresh from the kiln", text: "Fired this week." },
    { section: "banners" },
    { section: "testimonials", title: "What they say" },
  ];
  expect(v.parse(homeFile, sections)).toEqual(sections);
});
