import { expect, test } from "vitest";
import * as v from "valibot";
import { requestStockMail } from "#shop/back-in-stock/contracts.ts";
import { credentials } from "#shop/accounts/credentials.ts";
import { mailboxQuestion, passwordReset } from "#shop/accounts/password-reset.ts";
import { profileInput } from "#shop/accounts/profile.ts";
import { createRegistration } from "#shop/accounts/registration.ts";
import { addressInput } from "#shop/addresses/address.ts";
import { newOrderSchema } from "#shop/checkout/new-order.ts";
import { readPhoneOrder } from "#shop/checkout/server/read-phone-order.ts";
import { subscribe } from "#shop/contact/contracts.ts";
import { contactMessage } from "#shop/contact/message.ts";
import { correctAddress, deliveryChangeSchema } from "#shop/orders/address-correction.ts";
import { companyInvoiceSchema, contactSchema, shippingAddressSchema } from "#shop/documents/recipient.ts";
import { phoneOrder } from "../tests/support/bought-order.ts";
import { registrationForm } from "../tests/support/samples.ts";

const address = { ...registrationForm.address, phoneNumber: registrationForm.phoneNumber };
const contact = { firstName: "Asha", lastName: "Patel", email: "asha@example.com" };
const company = {
  address: "1 Mill Lane",
  name: "Patel & Co",
  taxCode: "24AAACC1206D1ZM",
  email: contact.email,
};
const account = { ...contact, phoneNumber: address.phoneNumber, password: "teak and mango" };
const registered = { ...account, address, confirmPassword: account.password };
const phoned = (changes: object) => {
  const { order, errors } = readPhoneOrder({ ...phoneOrder, ...changes });
  if (!order) throw new Error(errors.map(({ message }) => message).join("\n"));
  return order.payload;
};
const corrected = (changes: object) => {
  const outcome = correctAddress("TRV-7K3M9Q", address, changes, false);
  if ("refusal" in outcome) throw new Error(outcome.refusal);
  return outcome.address;
};

/** The forms and commands that accept a value. Each function returns the stored value, or throws if it is rejected. */
type Places = Readonly<Record<string, (value: string) => string | undefined>>;

/** A phone order accepts an empty e-mail address, but stores none. These tests count it as rejected. */
const missing = () => {
  throw new Error("no e-mail address");
};

const emailPlaces: Places = {
  registration: (email) => v.parse(createRegistration(undefined), { ...registered, email }).email,
  login: (email) => v.parse(credentials, { ...account, email }).email,
  "forgotten password": (email) => v.parse(mailboxQuestion, { email }).email,
  "new password": (email) =>
    v.parse(passwordReset, { email, code: "123456", newPassword: account.password }).email,
  "contact form": (email) => v.parse(contactMessage, { name: "Asha", email, message: "" }).email,
  newsletter: (email) => v.parse(subscribe.body, { email }).email,
  "back in stock": (email) => v.parse(requestStockMail.body, { productId: "teak-tray", email }).email,
  "checkout form": (email) => v.parse(contactSchema, { ...contact, email }).email,
  "order call": (email) => v.parse(newOrderSchema, { contact: { ...contact, email } }).contact?.email,
  "company invoice": (email) => v.parse(companyInvoiceSchema, { ...company, email }).email,
  "order by phone": (email) => phoned({ email }).contact.email || missing(),
};

const namePlaces: Places = {
  registration: (firstName) => v.parse(createRegistration(undefined), { ...registered, firstName }).firstName,
  profile: (firstName) => v.parse(profileInput, { ...account, firstName }).firstName,
  checkout: (firstName) => v.parse(contactSchema, { ...contact, firstName }).firstName,
  "contact form": (name) => v.parse(contactMessage, { name, email: contact.email, message: "" }).name,
};

const phonePlaces: Places = {
  registration: (phoneNumber) =>
    v.parse(createRegistration(undefined), { ...registered, phoneNumber }).phoneNumber,
  profile: (phoneNumber) => v.parse(profileInput, { ...account, phoneNumber }).phoneNumber,
  "address book": (phoneNumber) => v.parse(addressInput, { ...address, phoneNumber }).phoneNumber,
  checkout: (phoneNumber) => v.parse(shippingAddressSchema, { ...address, phoneNumber }).phoneNumber,
  "change of delivery": (phoneNumber) =>
    v.parse(deliveryChangeSchema, { ...address, phoneNumber }).phoneNumber,
  "order by phone": (phone) => phoned({ phone }).shippingAddress.phoneNumber,
  "orders correct": (phoneNumber) => corrected({ phoneNumber }).phoneNumber,
};

const addressPlaces = (field: "street" | "city" | "zipCode", option: string): Places => ({
  "address book": (value) => v.parse(addressInput, { ...address, [field]: value })[field],
  checkout: (value) => v.parse(shippingAddressSchema, { ...address, [field]: value })[field],
  "change of delivery": (value) => v.parse(deliveryChangeSchema, { ...address, [field]: value })[field],
  "order by phone": (value) => phoned({ [option]: value }).shippingAddress[field],
  "orders correct": (value) => corrected({ [field]: value })[field],
  ...(field !== "city" && {
    registration: (value: string) =>
      v.parse(createRegistration(undefined), { ...registered, address: { ...address, [field]: value } })
        .address[field],
  }),
});

const facts: Record<string, { places: Places; kept: Record<string, string>; refused: string[] }> = {
  "an e-mail address": {
    places: emailPlaces,
    kept: {
      "asha@example.com": "asha@example.com",
      " Asha.Patel+shop@Example.COM ": "Asha.Patel+shop@Example.COM",
      "d'souza@example.com": "d'souza@example.com",
      "o'brien@mail.example.co.in": "o'brien@mail.example.co.in",
      "a!#$%&'*+/=?^_`{|}~-z@example.com": "a!#$%&'*+/=?^_`{|}~-z@example.com",
      "first..last.@example.com": "first..last.@example.com",
      "_@1.2.example": "_@1.2.example",
      "asha@xn--bcher-kva.example": "asha@xn--bcher-kva.example",
      "asha@bücher.example": "asha@xn--bcher-kva.example",
      "asha@उदाहरण.भारत": "asha@xn--p1b6ci4b4b3a.xn--h2brj9c",
      "asha@例え。テスト": "asha@xn--r8jz45g.xn--zckzah",
      "\u200Basha@exam\u200Bple.com\u200B": "asha@example.com",
      "\u202Aasha@example.com\u202C": "asha@example.com",
      "\u200Easha@example.com\uFEFF\n": "asha@example.com",
      "asha\u00AD@example.com\uFE0F": "asha@example.com",
      [`${"a".repeat(190)}@${"b".repeat(59)}.com`]: `${"a".repeat(190)}@${"b".repeat(59)}.com`,
    },
    refused: [
      "",
      "\u200B",
      "asha",
      "asha@",
      "@example.com",
      "asha@example",
      "a b@example.com",
      "asha@exa mple.com",
      "asha@-x.com",
      "asha@x-.com",
      "asha@example..com",
      "asha@example.com.",
      "asha@bücher.example:80",
      "asha@bücher.example/path",
      "अशा@example.com",
      "a@b@example.com",
      "asha@example.com, ravi@example.com",
      "Asha <asha@example.com>",
      `asha@${"a".repeat(64)}.com`,
      `asha@${"ü".repeat(63)}.com`,
      `${"a".repeat(250)}@example.com`,
    ],
  },
  "a name": {
    places: namePlaces,
    kept: {
      " Asha ": "Asha",
      "D'Souza": "D'Souza",
      "\u202EAsha\u202C": "Asha",
      "As\u200Bha": "Asha",
      आशा: "आशा",
      "ශ්\u200Dරී": "ශ්\u200Dරී",
      "María\tJosé": "María José",
      "Jose\u0301": "Jos\u00E9",
      ["x".repeat(100)]: "x".repeat(100),
    },
    refused: ["", " ", "\u200B\u2060", "\u3164", "x".repeat(300)],
  },
  "a phone number": {
    places: phonePlaces,
    kept: {
      "9876543210": "9876543210",
      "+91 98765-43210": "9876543210",
      "\u202A+91 98765\u00A043210\u202C": "9876543210",
      "98765\u200B43210": "9876543210",
      "९८७६५४३२१०": "9876543210",
    },
    refused: ["98765", "98765x43210", "+929876543210"],
  },
  "a street": {
    places: addressPlaces("street", "street"),
    kept: {
      " 12 Ring Road ": "12 Ring Road",
      "12 Ring\u200B Road\u202C": "12 Ring Road",
      "Flat 3,\nLake View": "Flat 3, Lake View",
      ["x".repeat(201)]: "x".repeat(201),
      ["x".repeat(300)]: "x".repeat(300),
    },
    refused: ["", "\u200B", "x".repeat(301)],
  },
  "a city": {
    places: addressPlaces("city", "city"),
    kept: { " Surat\u200E": "Surat", ["x".repeat(81)]: "x".repeat(81), ["x".repeat(100)]: "x".repeat(100) },
    refused: ["", "\u200B", "x".repeat(101)],
  },
  "a PIN": {
    places: addressPlaces("zipCode", "pin"),
    kept: {
      "395002": "395002",
      "395 002": "395002",
      "395-002\u200B": "395002",
      "\u202A395002\u202C": "395002",
      "३९५००२": "395002",
    },
    refused: ["1".repeat(13)],
  },
};

test.each(Object.entries(facts))(
  "every form and command accepts and stores %s in the same way",
  (_name, { places, kept, refused }) => {
    for (const [place, keep] of Object.entries(places)) {
      for (const [value, expected] of Object.entries(kept))
        expect(keep(value), `${place}: ${value}`).toBe(expected);
      for (const value of refused) expect(() => keep(value), `${place}: ${value}`).toThrow();
    }
  },
);

test("an invalid zip code is rejected when an address is saved or corrected, but never prevents an order (§5, D64, D108)", () => {
  const { checkout, "order by phone": phone, ...saving } = addressPlaces("zipCode", "pin");
  for (const [place, save] of Object.entries(saving))
    for (const value of ["39500A", "395 02", "", "\u200B"]) expect(() => save(value), place).toThrow();
  for (const order of [checkout, phone]) expect(order?.("39500A")).toBe("39500A");
});
