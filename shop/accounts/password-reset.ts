import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { email } from "#contract/person.ts";
import { HOUR, MINUTE } from "#contract/time.ts";
import { newPassword } from "./credentials.ts";

export const RESET_CODE_DIGITS = 6;

export const RESET_CODE_LIFE_MINUTES = 10;
export const RESET_CODE_LIFE = RESET_CODE_LIFE_MINUTES * MINUTE;

/** The link is valid longer than the code, because nobody can guess the link. */
export const RESET_LINK_LIFE = HOUR;

export const RESET_CODE_TRIES = 5;

export const mailboxQuestion = v.object({ email });

/** Step 2 of a password reset. `code` is the mailed code (D2), with or without spaces, or the key in the link. */
export const passwordReset = v.object({
  email,
  code: v.pipe(
    requiredText("Code"),
    v.transform((input) => input.replaceAll(/\s/g, "")),
    // Also accepts an empty text, because `requiredText` already reports it.
    v.regex(/^(\d{6}|[\w-]{43})?$/, `The code has ${RESET_CODE_DIGITS} digits`),
  ),
  newPassword,
});

export const resetMessages = {
  verified: "Email verified",
  enterPassword: "Email verified! Enter a new password.",
  noAccount: "No account found with this email.",
  verifyFailed: "An error occurred. Please try again.",
  done: "Your password has been reset successfully.",
  wrongCode: "This code is wrong or has expired. Please check it or ask for a new one.",
  /** Shown if the link has expired, was used, was replaced by a newer one, or was cut off by the mail program. */
  brokenLink:
    "This link does not work any more. Please use the link in our latest e-mail, or ask for a new code.",
  tooMany:
    "We've just sent several codes. Please use the link in the latest e-mail, or try again in a few minutes.",
  failedFor: (statusText: string) => `Failed to reset password: ${statusText}`,
  failed: "Failed to reset password. Please try again.",
} as const;

/** The data in the fragment of a reset link. Browsers do not send the fragment, so no server logs it. */
export interface ResetLink {
  email: string;
  code: string;
}

export const buildResetLinkHash = ({ email, code }: ResetLink): string =>
  `#${new URLSearchParams({ email, code }).toString()}`;

/** Returns the data in the fragment of a reset link; null for any other fragment. */
export function parseResetLink(hash: string): ResetLink | null {
  const value = new URLSearchParams(hash.slice(1));
  const [email, code] = [value.get("email"), value.get("code")];
  return email && code ? { email, code } : null;
}
