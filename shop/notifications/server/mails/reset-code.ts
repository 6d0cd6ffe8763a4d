import { links } from "#contract/links.ts";
import { resetCodeRequested } from "#shop/accounts/events.ts";
import {
  buildResetLinkHash,
  RESET_CODE_LIFE_MINUTES,
  type ResetLink,
} from "#shop/accounts/password-reset.ts";
import { findAccount, readResetProof } from "#shop/accounts/server/index.ts";
import { WHY_ACCOUNT } from "../account-mail.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";

/** This mail is not sent if the code has been used or replaced or has expired in the meantime (D2). */
export const resetCodeMail = defineMail(
  resetCodeRequested,
  "reset-code",
  async (context, { accountId, resetId }) => {
    const account = await findAccount(context.db, accountId);
    const proof = await readResetProof(context, resetId);
    if (!account || !proof) return null;
    const { email, firstName } = account;
    return { to: email, mail: writeResetCodeMail(firstName, proof.code, { email, code: proof.key }) };
  },
  {
    when: "somebody forgot the password",
    sample: () =>
      writeResetCodeMail("Asha", "012345", { email: "asha@example.com", code: "sample".padEnd(43, "-") }),
  },
);

/** Subject and preview contain no code and no link, because a locked phone shows them (D2). */
function writeResetCodeMail(to: string, code: string, link: ResetLink): MailContent {
  return {
    subject: "Your code for a new password",
    preview: `The code works once, within ${RESET_CODE_LIFE_MINUTES} minutes.`,
    heading: "Your code for a new password",
    to,
    paragraphs: ["Here is the code you asked for. Enter it with your new password, or use the button below."],
    code,
    action: { label: "Set a new password", href: links.forgotPassword() + buildResetLinkHash(link) },
    footnote:
      `The code works once, for ${RESET_CODE_LIFE_MINUTES} minutes; the link for an hour. ` +
      "Didn't ask for a code? Ignore this e-mail: your password stays the same. " +
      "We never ask for the code by phone or chat.",
    why: WHY_ACCOUNT,
  };
}
