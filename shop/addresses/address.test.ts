import * as v from "valibot";
import { expect, test } from "vitest";
import { findFieldErrors } from "#contract/field.ts";
import { addressInput, findPreferredAddress } from "./address.ts";
import { type Address, parseAddressBook } from "./saved-address.ts";

const form = { street: "12 Ring Road", city: "Surat", state: "Gujarat", zipCode: "395002", country: "India" };
const listMessages = (value: unknown) => findFieldErrors(addressInput, value).map(({ message }) => message);

test("street, city, state and zip code of an address are required, each with its own message (§2.16, D75)", () => {
  for (const empty of [{}, { street: " ", city: "", state: null, zipCode: "\n" }])
    expect(listMessages(empty)).toEqual(
      ["Street Address", "City", "State", "Zip Code"].map((label) => `${label} is required`),
    );
  expect(listMessages(form)).toEqual([]);
});

test("a zip code may contain only digits (§5)", () => {
  for (const zipCode of ["39500A", "395 02", "-1", "3.5"]) {
    expect(listMessages({ ...form, zipCode })).toEqual(["Zip Code must contain digits only"]);
  }
  expect(v.parse(addressInput, { ...form, zipCode: "395 002" }).zipCode).toBe("395002");
});

test("the state of an address must be in the list of states, and its PIN code may belong to another state (§2.16, D108, D62, D64, D107)", () => {
  expect(listMessages({ ...form, state: "Gujrat" })).toEqual(["Choose a state from the list"]);
  expect(v.parse(addressInput, { ...form, state: " gujarat " }).state).toBe("Gujarat");
  expect(findFieldErrors(addressInput, { ...form, state: "Goa" })).toEqual([]);
});

test("the checkout is filled with the default address, or with the first address if none is the default (§2.8, D62, D63)", () => {
  const saved = (id: string, isDefault: boolean): Address => ({ _id: id, id, ...form, isDefault });
  expect(findPreferredAddress([saved("a", false), saved("b", true)])?.id).toBe("b");
  expect(findPreferredAddress([saved("a", false), saved("b", false)])?.id).toBe("a");
  expect(findPreferredAddress([])).toBeNull();
});

test("a saved address without label and recipient is valid (D101, D120)", () => {
  expect(parseAddressBook([{ _id: "a", ...form, label: null }])).toEqual([
    { _id: "a", id: "a", ...form, isDefault: false },
  ]);
});
