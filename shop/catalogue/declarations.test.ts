import { expect, test } from "vitest";
import { completeDeclarations, listMissingDeclarations } from "./declarations.ts";

const seller = {
  tradeName: "Taruva",
  legalName: "Taru Crafts LLP",
  address: { street: "4 Mill Lane", city: "Surat", state: "Gujarat", zipCode: "395002", country: "India" },
};

test("a product's declarations override the shop's, and the seller is the default manufacturer", () => {
  const shared = { origin: "India", pieces: 1, finish: "Mineral oil" };
  expect(completeDeclarations({ pieces: 3, netWeight: 900 }, shared, seller)).toEqual({
    netWeight: 900,
    finish: "Mineral oil",
    origin: "India",
    pieces: 3,
    manufacturer: "Taru Crafts LLP, 4 Mill Lane, Surat, Gujarat 395002, India",
  });
  expect(completeDeclarations({ manufacturer: "Ravi, Pune" }, shared, seller).manufacturer).toBe(
    "Ravi, Pune",
  );
});

test("a product that lacks a declaration required by law is reported with the missing declaration", () => {
  expect(listMissingDeclarations(completeDeclarations({}, undefined, null))).toEqual([
    "country of origin",
    "net quantity",
    "manufacturer",
  ]);
  expect(listMissingDeclarations(completeDeclarations({}, { origin: "India", pieces: 1 }, seller))).toEqual(
    [],
  );
});
