import * as v from "valibot";
import { expect, test } from "vitest";
import { findFieldErrors } from "#contract/field.ts";
import { contactMessage, MESSAGE_MAX } from "./message.ts";
import { subscribe } from "./contracts.ts";

const written = { name: "Asha Patel", email: "asha@example.com", message: "Do you ship to Goa?" };
const listMessages = (value: unknown) => findFieldErrors(contactMessage, value).map(({ message }) => message);

test("a contact message needs a name and an e-mail, and its text is optional (§2.12, §5)", () => {
  for (const empty of [{}, { name: " ", email: "", message: null }])
    expect(listMessages(empty)).toEqual(["Name is required", "Email is required"]);
  const { message: _, ...without } = written;
  expect(v.parse(contactMessage, without).message).toBe("");
});

test("the e-mail address of a contact message must be well-formed (§5)", () => {
  expect(listMessages({ ...written, email: "asha@example" })).toEqual(["Invalid email format"]);
  expect(findFieldErrors(subscribe.body, { email: "nobody" })).toEqual([
    { path: "email", message: "Invalid email format" },
  ]);
});

test("a contact message within the length limit is stored as written, except for spaces at its start and end (D93)", () => {
  const typed = { ...written, message: "  <b>Bowls</b> & 'boards'\nthanks  " };
  expect(v.parse(contactMessage, typed).message).toBe("<b>Bowls</b> & 'boards'\nthanks");
  expect(listMessages({ ...written, message: "x".repeat(MESSAGE_MAX) })).toEqual([]);
  expect(listMessages({ ...written, message: "x".repeat(MESSAGE_MAX + 1) })).toHaveLength(1);
});
