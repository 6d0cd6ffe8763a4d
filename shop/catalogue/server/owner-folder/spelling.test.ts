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
])("%s probably means %s", (name, meant) => {
  expect(findMisspelt(name, ["Platter", meant])).toBe(meant);
});

test.each([
  ["Mug", "Jug"],
  ["Planter", "Platter"],
  ["Neem wood", "Teak wood"],
  ["Clay", "Brass"],
  ["Bowl", "bowl"],
  ["Fruit Bowl", "Bowl"],
])("%s is a name of its own beside %s", (name, other) => {
  expect(findMisspelt(name, [other])).toBeNull();
});
