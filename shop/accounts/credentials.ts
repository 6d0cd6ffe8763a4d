import * as v from "valibot";
import { email } from "#contract/person.ts";

/** Minimum length of a new password in characters (D55). Passwords are never trimmed: a space may be part of one. */
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 128;

/** A password typed to log in; it is compared with the stored one. */
export const password = v.pipe(
  v.nullish(v.string("Password must be text"), ""),
  v.nonEmpty("Password is required"),
);

/** The hint below a field for a new password. */
export const NEW_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters`;

/** A new password, which will be stored (§5, D55). */
export const newPassword = v.pipe(
  password,
  v.check(
    (input) => input === "" || input.length >= PASSWORD_MIN,
    `Password must be at least ${PASSWORD_MIN} characters`,
  ),
  v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
);

/** Reasons to refuse a password, besides its length (D55). */
export const passwordMessages = {
  tooCommon: "This password is one of the most common ones and easy to guess. Please choose another one.",
  guessable:
    "This password contains your name, your e-mail address or our name, so it is easy to guess. Please choose another one.",
} as const;

/** Public facts about the person who chooses a password. Until the mailbox is verified, only its address counts. */
export interface PasswordOwner {
  email: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}

/**
 * True if a password consists only of blanks, the owner's e-mail address, name or phone number, or the shop's name,
 * ignoring case, digits and punctuation: `Taruva@2026`.
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

/** The login form (§5). */
export const credentials = v.object({ email, password });

export type Credentials = v.InferOutput<typeof credentials>;
