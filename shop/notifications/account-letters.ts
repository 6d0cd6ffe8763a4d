import { links } from "#contract/links.ts";
import { RESET_CODE_LIFE_MINUTES } from "#shop/accounts/password-reset.ts";
import { returnSentences } from "#shop/policies/returns.ts";
import { shippingSentences } from "#shop/policies/shipping.ts";
import { GOOD_TO_KNOW, type Letter } from "./letter.ts";

const WHY = "You get this mail because of your account with us.";

/** Once an account is open. Nobody has proved the mailbox yet, so it tells nothing that only its owner may know. */
export const welcomeLetter = (to: string, tradeName: string): Letter => ({
  subject: `Welcome to ${tradeName}`,
  preview: "Your account is open. Here is what it is good for.",
  heading: "Welcome to our table",
  to,
  paragraphs: [
    "Your account is open. We make boards, bowls and platters of acacia, teak and mango wood, each looked over by hand before it leaves us.",
  ],
  action: { label: "Look around", href: links.products() },
  next: {
    title: GOOD_TO_KNOW,
    sentences: [
      "What you put in your bag waits for you there, on every device.",
      shippingSentences.processing,
      returnSentences.warranty,
    ],
  },
  footnote:
    "You did not open an account? Then somebody typed your address by mistake. Answer this mail and we delete it.",
  why: WHY,
});

/** The code that proves the mailbox (D2). The code stands in the subject too: a phone shows it without opening. */
export const resetCodeLetter = (to: string, code: string): Letter => ({
  subject: `${code} is your code for a new password`,
  preview: `It works once, within ${RESET_CODE_LIFE_MINUTES} minutes.`,
  heading: "Your code for a new password",
  to,
  paragraphs: ["Here is the code you asked for. Type it beside your new password."],
  code,
  footnote:
    `It works once, for ${RESET_CODE_LIFE_MINUTES} minutes. ` +
    "You did not ask for it? Then there is nothing to do: without this code your password stays as it is. " +
    "We never ask for it by phone or chat.",
  why: WHY,
});

/** The notice after every change of a password. */
export const passwordChangedLetter = (to: string): Letter => ({
  subject: "Your password was changed",
  preview: "Was it you? Then all is well.",
  heading: "Your password was changed",
  to,
  paragraphs: [
    "The password of your account has just been changed, and every other device was logged out.",
    "If it was you, all is well.",
  ],
  action: { label: "It was not me", href: links.forgotPassword() },
  footnote: "Then set a new password right away, and tell us, so that we can look into it.",
  why: WHY,
});
