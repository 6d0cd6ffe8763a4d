import { expect, test } from "vitest";
import { findMisspelt } from "./check-products.ts";

test.each([
  ["Bowls", "Bowl"],
  ["Bwol", "Bowl"],
  ["Trey", "Tray"],
  ["Clai", "Clay"],
  ["Chip and Dip", "Chip & Dip"],
  ["Acacia-wood", "Acacia wood"],
  ["Acaccia wood", "Acacia wood"],
  ["Chopping Bord", "Chopping Board"],
])("the misspelt name %s gets the suggestion %s", (name, meant) => {
  expect(findMisspelt(name, ["Platter", meant])).toBe(meant);
});
