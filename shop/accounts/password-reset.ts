import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { email } from "#contract/person.ts";
import { HOUR, MINUTE } from "#contract/time.ts";
import { newPassword } from "./credentials.ts";

/** Number of digits of the mailed code (D2). */
export const RESET_CODE_DIGITS = 6;

/** Lifetime of the code in minutes. */
export const RESET_CODE_LIFE_MINUTES = 10;
export const RESET_CODE_LIFE = RESET_CODE_LIFE_MINUTES * MINUTE;

/** Lifetime of the link in the mail, in ms. It is longer because the link cannot be guessed. */
export const RESET_LINK_LIFE = HOUR;

/** Number of wrong attempts, after which a new code is needed. */
export const RESET_CODE_TRIES = 5;

/** Step 1 (§2.11). */
export const mailboxQuestion = v.object({ email });

/** Step 2, with the code of D2 (spaces are ignored, as in `123 456`) or the key from the mail's link. */
export const passwordReset = v.object({
  email,
  code: v.pipe(
    requiredText("Code"),
    v.transform((input) => input.replaceAll(/\s/g, "")),
    // The empty field has a separate message.
    v.regex(/^(\d{6}|[\w-]{43})?$/, `The code has ${RESET_CODE_DIGITS} digits`),
  ),
  newPassword,
});

export type PasswordReset = v.InferOutput<typeof passwordReset>;

/** Messages of the screens of a forgotten password (§8). */
export const resetMessages = {
  verified: "Email verified",
  enterPassword: "Email verified! Enter a new password.",
  noAccount: "No account found with this email.",
  verifyFailed: "An error occurred. Please try again.",
  done: "Your password has been reset successfully.",
  wrongCode: "This code is wrong or has expired. Please check it or ask for a new one.",
  /** A link that a mail program has cut off. */
  brokenLink: "This link is incomplete. Please open it from the e-mail again, or ask for a new code.",
  tooMany:
    "We've just sent several codes. Please use the link in the latest e-mail, or try again in a few minutes.",
  failedFor: (statusText: string) => `Failed to reset password: ${statusText}`,
  failed: "Failed to reset password. Please try again.",
} as const;

/** The data in the mail's link. It is after the `#`, so it appears in no server log. */
export interface ResetLink {
  email: string;
  code: string;
}

export const buildResetLinkHash = ({ email, code }: ResetLink): string =>
  `#${new URLSearchParams({ email, code }).toString()}`;

/** Reads the link from the page's address; null for any other. */
export function parseResetLink(hash: string): ResetLink | null {
  const value = new URLSearchParams(hash.slice(1));
  const [email, code] = [value.get("email"), value.get("code")];
  return email && code ? { email, code } : null;
}
