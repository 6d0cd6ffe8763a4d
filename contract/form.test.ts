import { expect, test } from "vitest";
import { pickFirstErrors, nestFields, omitPasswords } from "./form.ts";

test("dotted names nest", () => {
  expect(
    nestFields([
      ["email", "a@b.in"],
      ["address.city", "Surat"],
      ["address.zipCode", "395002"],
    ]),
  ).toEqual({ email: "a@b.in", address: { city: "Surat", zipCode: "395002" } });
});

test("no name reaches what other objects are made of, and a field that is text and group at once breaks nothing", () => {
  const read = nestFields([
    ["__proto__.admin", "yes"],
    ["constructor.prototype.admin", "yes"],
    ["address", "text"],
    ["address.city", "Surat"],
    ["", "nameless"],
  ]);
  expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  expect(read["address"]).toEqual({ city: "Surat" });
});

test("what is shown again holds no password, under whatever name", () => {
  const typed = Object.entries({
    form: "registration",
    email: "a@b.in",
    password: "x",
    newPassword: "x",
    confirmPassword: "x",
  });
  expect(omitPasswords(typed)).toEqual({ email: "a@b.in" });
});

test("a field has one error, its first", () => {
  expect(
    pickFirstErrors([
      { path: "email", message: "one" },
      { path: "email", message: "two" },
    ]),
  ).toEqual({ email: "one" });
});
