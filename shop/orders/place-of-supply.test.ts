import { expect, test } from "vitest";
import { findIndianState, listIndianStates } from "#shop/addresses/indian-states.ts";
import { findPlaceOfSupply, formatPlaceOfSupply, isInterState } from "./place-of-supply.ts";

test("every state has a code of its own, and is found by its name", () => {
  const states = listIndianStates(undefined).map((name) => findIndianState(name));
  expect(new Set(states.map((state) => state?.code)).size).toBe(36);
  expect(states.map((state) => state?.name)).toEqual(listIndianStates(undefined));
});

test.each([
  [" GUJARAT", "Gujarat (24)"],
  ["Jammu & Kashmir", "Jammu and Kashmir (01)"],
  ["Orissa", "Odisha (21)"],
  ["pondicherry", "Puducherry (34)"],
  ["New  Delhi", "Delhi (07)"],
  ["Sample State", "Sample State"],
])("the place of supply of %j is %j", (state, words) => {
  expect(formatPlaceOfSupply(findPlaceOfSupply({ state }))).toBe(words);
});

test("goods that go abroad are supplied to another country", () => {
  expect(formatPlaceOfSupply(findPlaceOfSupply({ state: "Bavaria", country: "Germany" }))).toBe(
    "Germany (96)",
  );
});

test("states are compared by their codes, not by how they are written (D8)", () => {
  const isAway = (state: string, seller: { state?: string } | null) =>
    isInterState(findPlaceOfSupply({ state }), seller);
  expect(isAway("Odisha", { state: "Orissa" })).toBe(false);
  expect(isAway("Karnataka", { state: "Gujarat" })).toBe(true);
  expect(isAway("Sample State", { state: "sample state" })).toBe(false);
  expect(isAway("Karnataka", {}), "while the owner has not said where the seller is").toBe(false);
  expect(isAway("Karnataka", null)).toBe(false);
});
