import { links } from "#contract/links.ts";
import { passwordChanged } from "#shop/accounts/events.ts";
import { findAccount } from "#shop/accounts/server/index.ts";
import { IF_IT_WAS_YOU, WHY_ACCOUNT } from "../account-mail.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";

export const passwordChangedMail = defineMail(
  passwordChanged,
  "password-changed",
  async (context, { accountId, detailsDeleted = false }) => {
    const account = await findAccount(context.db, accountId);
    return (
      account && { to: account.email, mail: writePasswordChangedMail(account.firstName, detailsDeleted) }
    );
  },
  {
    when: "a password is changed, in the profile or with a code",
    sample: () => writePasswordChangedMail("Asha"),
  },
);

const DETAILS_DELETED =
  "Until now, nobody had confirmed this e-mail address. Somebody else could have entered it, so we removed the name, phone number, addresses, bag and unpaid orders from the account. Paid orders are still there.";

const ENTER_AGAIN = "If you changed the password, please enter your name and address again.";

export function writePasswordChangedMail(to: string, detailsDeleted = false): MailContent {
  return {
    subject: "Your password was changed",
    preview: detailsDeleted ? ENTER_AGAIN : IF_IT_WAS_YOU,
    heading: "Your password was changed",
    to,
    paragraphs: [
      "The password of your account has just been changed, and every other device was logged out.",
      ...(detailsDeleted ? [DETAILS_DELETED, ENTER_AGAIN] : [IF_IT_WAS_YOU]),
    ],
    action: { label: "This wasn't me", href: links.forgotPassword() },
    footnote: "If it wasn't you, set a new password right away, and tell us, so that we can look into it.",
    why: WHY_ACCOUNT,
  };
}
