import { links } from "#contract/links.ts";
import { sessionShared } from "#shop/accounts/events.ts";
import { findActivity } from "#shop/accounts/server/index.ts";
import { accountSentences, listDeviceFacts, type NewDevice, WHY_ACCOUNT } from "../account-mail.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";

export const sharedLoginMail = defineMail(
  sessionShared,
  "shared-login",
  async (context, { activityId }) => {
    const use = await findActivity(context.db, activityId);
    return use && { to: use.email, mail: writeSharedLoginMail(use.firstName, use) };
  },
  {
    when: "one login of an app is used in two places at once",
    sample: ({ now }) => writeSharedLoginMail("Asha", { device: "curl", network: "203.0.113.x", at: now }),
  },
);

/** The shop cannot tell the account's owner from a thief, but the owner can. */
function writeSharedLoginMail(to: string, device: NewDevice): MailContent {
  return {
    subject: "One of your logins is used in two places",
    preview: "If you use it in two apps, you don't need to do anything.",
    heading: "One login, two places",
    to,
    paragraphs: [
      "Two apps or devices use the same login to your account. If both are yours, you don't need to do anything.",
    ],
    facts: listDeviceFacts(device),
    action: { label: "This wasn't me", href: links.forgotPassword() },
    footnote: accountSentences.wasNot,
    why: WHY_ACCOUNT,
  };
}
