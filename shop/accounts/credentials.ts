import * as v from "valibot";
import { email } from "#contract/person.ts";

/** The minimum and maximum length of a new password (D55). Passwords may contain spaces, so they are not trimmed. */
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 128;

export const requiredPassword = (label: string) =>
  v.pipe(v.nullish(v.string(`${label} must be text`), ""), v.nonEmpty(`${label} is required`));

/** An existing password. It has no minimum length, because the server only compares it with the stored hash. */
export const password = requiredPassword("Password");

export const NEW_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters`;

/** Checks the length, but not whether the password is easy to guess (§5, D55). */
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

export interface PasswordOwner {
  email: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

/**
 * True if the password is easy to guess: if its letters are the customer's name or e-mail address, or the shop's name,
 * as in `Taruva@2026`, or if it has no letters and is blank or ends with the phone number. Ignores case.
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
