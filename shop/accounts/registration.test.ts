import * as v from "valibot";
import { expect, test } from "vitest";
import { registrationForm as form } from "../../tests/support/samples.ts";
import { createRegistration, REGISTRATION_CITIES, findRegistrationErrors } from "./registration.ts";

const listMessages = (value: unknown) => findRegistrationErrors(value).map(({ message }) => message);
const toAddressPart = (changes: object) => ({ ...form, address: { ...form.address, ...changes } });

test("a complete registration form is valid with every city of the list", () => {
  for (const city of REGISTRATION_CITIES) expect(listMessages(toAddressPart({ city }))).toEqual([]);
});

test("an empty registration form gets one error for each field, in the form's order (§2.8, §5, D53, D54)", () => {
  const required = [
    ["firstName", "First Name is required"],
    ["lastName", "Last Name is required"],
    ["email", "Email is required"],
    ["address.street", "Street Address is required"],
    ["address.zipCode", "Zip Code is required"],
    ["address.country", "Country is required"],
    ["address.state", "State is required"],
    ["address.city", "City is required"],
    ["phoneNumber", "Phone Number is required"],
    ["password", "Password is required"],
    ["confirmPassword", "Confirm Password is required"],
  ];
  const blank = Object.fromEntries(Object.keys(form).map((name) => [name, ""]));
  const address = { street: " ", zipCode: "\t", country: "", state: "", city: "" };
  for (const value of [{}, { ...blank, address }, { ...blank, firstName: null, address: null }])
    expect(findRegistrationErrors(value).map(({ path, message }) => [path, message])).toEqual(required);
});

test("the text fields of a registration are trimmed, and passwords are not", () => {
  const trimmed = {
    firstName: "Asha",
    email: "asha@example.com",
    password: " a b c ",
    confirmPassword: " a b c ",
  };
  const typed = { ...form, ...trimmed, firstName: "  Asha ", email: " asha@example.com " };
  expect(v.parse(createRegistration(undefined), typed)).toMatchObject(trimmed);
});

test.each([
  "asha",
  "asha@",
  "@example.com",
  "asha@example",
  "a b@example.com",
  "asha@exa mple.com",
  "asha@-x.com",
])("%s is rejected as an e-mail address", (email) =>
  expect(listMessages({ ...form, email })).toEqual(["Invalid email format"]),
);

test.each(["o'brien@mail.example.co.in", "A.B+c@x-y.org"])("%s is accepted as an e-mail address", (email) =>
  expect(listMessages({ ...form, email })).toEqual([]),
);

test.each(["987654321", "98765432100", "98765 4321", "+929876543210", "+9876543210", "98765x43210", "१२३"])(
  "%s is rejected as a phone number",
  (phoneNumber) => expect(listMessages({ ...form, phoneNumber })).toEqual(["Phone Number must be 10 digits"]),
);

test("a phone number and a PIN may be pasted with spaces and prefixes, and only digits are stored (§2.8, §5, D53, D64)", () => {
  for (const phoneNumber of [
    "+91-98250 12345",
    "098250 12345",
    "98250-12345",
    "९८२५०१२३४५",
    "૯૮૨૫૦ ૧૨૩૪૫",
    "0091 98250 12345",
    "+91 (0) 98250–12345",
    "\u202A+91 98250\u00A012345\u202C",
    "919825012345",
  ])
    expect(v.parse(createRegistration(undefined), { ...form, phoneNumber }).phoneNumber).toBe("9825012345");
  const address = { ...form.address, zipCode: "395 002" };
  expect(v.parse(createRegistration(undefined), { ...form, address }).address.zipCode).toBe("395002");
});

test("a password must have 6 to 128 characters, and both entries must match (§5)", () => {
  const typed = (password: string, confirmPassword = password) =>
    listMessages({ ...form, password, confirmPassword });
  expect(typed("12345")).toEqual(["Password must be at least 6 characters"]);
  expect(typed("123456")).toEqual([]);
  expect(typed("x".repeat(128))).toEqual([]);
  expect(typed("x".repeat(129))).toEqual(["Password must be at most 128 characters"]);
  expect(typed("teak and mango", "teak and mango ")).toEqual(["Passwords must match"]);
  expect(typed("teak and mango", "")).toEqual(["Confirm Password is required"]);
});

test("a registration accepts only India, Gujarat and the ten cities by default (§2.8, §5, D53, D54)", () => {
  expect(listMessages(toAddressPart({ country: "Nepal" }))).toEqual(["Country must be India"]);
  expect(listMessages(toAddressPart({ state: "Goa" }))).toEqual(["State must be Gujarat"]);
  expect(listMessages(toAddressPart({ city: "Mumbai" }))).toEqual(["Choose a city from the list"]);
});

test("customers can register from any state that the owner delivers to, with any city (D117)", () => {
  const kochi = toAddressPart({ state: "Kerala", city: "Kochi", zipCode: "682001" });
  const find = (deliverTo: Parameters<typeof findRegistrationErrors>[1]) =>
    findRegistrationErrors(kochi, deliverTo).map(({ message }) => message);
  expect(find(["Kerala", "Goa"])).toEqual([]);
  expect(find(["Goa"])).toEqual(["Choose a state from the list"]);
  expect(find("India")).toEqual([]);
});
