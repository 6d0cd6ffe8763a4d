import { expect, test } from "vitest";
import { pickFirstErrors, nestFields, omitPasswords } from "./form.ts";

test("dotted names of form fields become nested objects", () => {
  expect(
    nestFields([
      ["email", "a@b.in"],
      ["address.city", "Surat"],
      ["address.zipCode", "395002"],
    ]),
  ).toEqual({ email: "a@b.in", address: { city: "Surat", zipCode: "395002" } });
});

test("a form field named __proto__ changes no other object, and the field names address and address.city together cause no error", () => {
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

test("the values of the fields password, newPassword and confirmPassword are not sent back to the form", () => {
  const typed = Object.entries({
    form: "registration",
    email: "a@b.in",
    password: "x",
    newPassword: "x",
    confirmPassword: "x",
  });
  expect(omitPasswords(typed)).toEqual({ email: "a@b.in" });
});

test("each form field shows only its first error", () => {
  expect(
    pickFirstErrors([
      { path: "email", message: "one" },
      { path: "email", message: "two" },
    ]),
  ).toEqual({ email: "one" });
});
