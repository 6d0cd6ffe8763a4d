import { links } from "#contract/links.ts";
import { RESET_CODE_LIFE_MINUTES } from "#shop/accounts/password-reset.ts";
import type { Letter } from "./letter.ts";

/** The code that proves the mailbox (D2). The code stands in the subject too: a phone shows it without opening. */
export const resetCodeLetter = (to: string, code: string): Letter => ({
  subject: `${code} is your code for a new password`,
  to,
  paragraphs: ["Here is the code you asked for. Type it beside your new password."],
  code,
  footnote:
    `It works once, for ${RESET_CODE_LIFE_MINUTES} minutes. ` +
    "You did not ask for it? Then there is nothing to do: without this code your password stays as it is. " +
    "We never ask for it by phone or chat.",
});

/** The notice after every change of a password. */
export const passwordChangedLetter = (to: string): Letter => ({
  subject: "Your password was changed",
  to,
  paragraphs: [
    "The password of your account has just been changed, and every other device was logged out.",
    "If it was you, all is well.",
  ],
  action: { label: "It was not me", path: links.forgotPassword() },
  footnote: "Then set a new password right away, and tell us, so that we can look into it.",
});
