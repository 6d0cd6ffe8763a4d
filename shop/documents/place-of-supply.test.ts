import { expect, test } from "vitest";
import { findIndianState, listIndianStates } from "#shop/addresses/indian-states.ts";
import { shippingAddress } from "../../tests/support/samples.ts";
import { findBuyersPlace, findPlaceOfSupply, formatPlaceOfSupply, isInterState } from "./place-of-supply.ts";

test("every Indian state has a unique GST code, and is found by its name", () => {
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

test("goods that are shipped abroad have the destination country as their place of supply", () => {
  expect(formatPlaceOfSupply(findPlaceOfSupply({ state: "Bavaria", country: "Germany" }))).toBe(
    "Germany (96)",
  );
});

test("two spellings of an Indian state count as the same state (D8)", () => {
  const isOtherState = (state: string, seller: { state?: string } | null) =>
    isInterState(findPlaceOfSupply({ state }), seller);
  expect(isOtherState("Odisha", { state: "Orissa" })).toBe(false);
  expect(isOtherState("Karnataka", { state: "Gujarat" })).toBe(true);
  expect(isOtherState("Sample State", { state: "sample state" })).toBe(false);
  expect(isOtherState("Karnataka", {}), "while the owner has not said where the seller is").toBe(false);
  expect(isOtherState("Karnataka", null)).toBe(false);
});

test("the owner's rule decides if the place of supply of a company is its delivery state or its registered state", () => {
  const company = (taxCode: string) => ({ name: "Lake", address: "MG Road", taxCode, email: "a@b.example" });
  const find = (taxCode: string | null, companyPlace?: "registered-state", country = "India") =>
    findBuyersPlace({
      shippingAddress: { ...shippingAddress, country, ...(country !== "India" && { state: "Bavaria" }) },
      companyInvoice: taxCode === null ? null : company(taxCode),
      ...(companyPlace && { companyPlace }),
    }).code;
  expect(find("29 aagcb7383j1z4")).toBe("27");
  expect(find("29 aagcb7383j1z4", "registered-state")).toBe("29");
  expect(find(null, "registered-state")).toBe("27");
  expect(find("29B", "registered-state")).toBe("27");
  expect(find("29AAGCB7383J1Z4", "registered-state", "Germany")).toBe("96");
});
