import * as v from "valibot";
import { email } from "#contract/person.ts";

/**
 * The minimum and maximum length of a new password (D55). Passwords are not trimmed, because they
 * may contain spaces.
 */
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 128;

/**
 * The password field of the login form. The server only compares it with the stored hash, so it has
 * no minimum length.
 */
export const password = v.pipe(
  v.nullish(v.string("Password must be text"), ""),
  v.nonEmpty("Password is required"),
);

export const NEW_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters`;

/** Checks only the length of a new password (§5, D55). */
export const newPassword = v.pipe(
  password,
  v.check(
    (input) => input === "" || input.length >= PASSWORD_MIN,
    `Password must be at least ${PASSWORD_MIN} characters`,
  ),
  v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
);

export const passwordMessages = {
  tooCommon: "This password is one of the most common ones and easy to guess. Please choose another one.",
  guessable:
    "This password contains your name, your e-mail address or our name, so it is easy to guess. Please choose another one.",
} as const;

/** Customer data that an attacker may know. A password made only of these data is too weak. */
export interface PasswordOwner {
  email: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

/**
 * True if the password is blank, or if its letters are only the customer's name, e-mail address or
 * the shop's name. An example is `Taruva@2026`. Also true for the customer's phone number.
 */
export function isGuessable(password: string, owner: PasswordOwner, shopName: string): boolean {
  if (password.trim() === "") return true;
  const { email, firstName = "", lastName = "", phoneNumber = "" } = owner;
  const names = [email, email.split("@")[0] ?? "", firstName, lastName, shopName];
  const personalWords = [...names, firstName + lastName, lastName + firstName]
    .map(toBareLetters)
    .filter(Boolean);
  const digits = password.replaceAll(/\D/g, "");
  return (
    personalWords.includes(toBareLetters(password)) ||
    (phoneNumber !== "" && toBareLetters(password) === "" && digits.endsWith(phoneNumber))
  );
}

const toBareLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, "");

export const credentials = v.object({ email, password });

export type Credentials = v.InferOutput<typeof credentials>;
