import * as v from "valibot";
import { expect, test } from "vitest";
import { createRegistration, REGISTRATION_CITIES, findRegistrationErrors } from "./registration.ts";

const form = {
  firstName: "Asha",
  lastName: "Patel",
  email: "asha@example.com",
  address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
  phoneNumber: "9876543210",
  password: "teak and mango",
  confirmPassword: "teak and mango",
};

const listMessages = (value: unknown) => findRegistrationErrors(value).map(({ message }) => message);
const toAddressPart = (changes: object) => ({ ...form, address: { ...form.address, ...changes } });

test("a complete registration form is valid with every city of the list", () => {
  for (const city of REGISTRATION_CITIES) expect(listMessages(toAddressPart({ city }))).toEqual([]);
});

test("an empty registration form gets one error for each field, in the form's order (§2.8, §5, D53, D54)", () => {
  const required = [
    "First Name is required",
    "Last Name is required",
    "Email is required",
    "Street Address is required",
    "Zip Code is required",
    "Country is required",
    "State is required",
    "City is required",
    "Phone Number is required",
    "Password is required",
    "Confirm Password is required",
  ];
  expect(listMessages({})).toEqual(required);
  const blank = Object.fromEntries(Object.keys(form).map((name) => [name, ""]));
  const address = { street: " ", zipCode: "\t", country: "", state: "", city: "" };
  expect(listMessages({ ...blank, address })).toEqual(required);
  expect(listMessages({ ...blank, firstName: null, address: null })).toEqual(required);
  expect(findRegistrationErrors({}).map(({ path }) => path)).toEqual([
    "firstName",
    "lastName",
    "email",
    "address.street",
    "address.zipCode",
    "address.country",
    "address.state",
    "address.city",
    "phoneNumber",
    "password",
    "confirmPassword",
  ]);
});

test("the text fields of a registration are trimmed, and passwords are not", () => {
  const { output } = v.safeParse(createRegistration(undefined), {
    ...form,
    firstName: "  Asha ",
    email: " asha@example.com ",
    phoneNumber: " 9876543210 ",
    password: " spaces stay ",
    confirmPassword: " spaces stay ",
  });
  expect(output).toMatchObject({
    firstName: "Asha",
    email: "asha@example.com",
    phoneNumber: "9876543210",
    password: " spaces stay ",
  });
});

test.each([
  "asha",
  "asha@",
  "@example.com",
  "asha@example",
  "a b@example.com",
  "asha@exa mple.com",
  "asha@-x.com",
])("%s is not an e-mail address", (email) => {
  expect(listMessages({ ...form, email })).toEqual(["Invalid email format"]);
});

test.each(["asha@example.com", "o'brien@mail.example.co.in", "A.B+c@x-y.org"])(
  "%s is accepted as an e-mail address",
  (email) => {
    expect(listMessages({ ...form, email })).toEqual([]);
  },
);

test.each(["987654321", "98765432100", "98765 4321", "+929876543210", "+9876543210", "98765x43210", "१२३"])(
  "%s is rejected as a phone number",
  (phoneNumber) => {
    expect(listMessages({ ...form, phoneNumber })).toEqual(["Phone Number must be 10 digits"]);
  },
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
  expect(typed("teak and mango", "teak and mangos")).toEqual(["Passwords must match"]);
  expect(typed("teak and mango", "teak and mango ")).toEqual(["Passwords must match"]);
  expect(typed("teak and mango", "")).toEqual(["Confirm Password is required"]);
});

test("a registration accepts only India, Gujarat and the ten cities by default (§2.8, §5, D53, D54)", () => {
  expect(listMessages(toAddressPart({ country: "Nepal" }))).toEqual(["Country must be India"]);
  expect(listMessages(toAddressPart({ state: "Goa" }))).toEqual(["State must be Gujarat"]);
  expect(listMessages(toAddressPart({ city: "Mumbai" }))).toEqual(["City must be one of the list"]);
});

test("customers can register from any state that the owner delivers to, with any city (D117)", () => {
  const kochi = toAddressPart({ state: "Kerala", city: "Kochi", zipCode: "682001" });
  const find = (deliverTo: Parameters<typeof findRegistrationErrors>[1]) =>
    findRegistrationErrors(kochi, deliverTo).map(({ message }) => message);
  expect(find(undefined)).toEqual(["State must be Gujarat", "City must be one of the list"]);
  expect(find(["Kerala", "Goa"])).toEqual([]);
  expect(find(["Goa"])).toEqual(["State must be one of the list"]);
  expect(find("India")).toEqual([]);
});
