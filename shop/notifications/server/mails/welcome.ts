import { links } from "#contract/links.ts";
import { accountRegistered } from "#shop/accounts/events.ts";
import { findAccount } from "#shop/accounts/server/index.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { writeProcessing, writeReturnMessages } from "#shop/policies/sentences.ts";
import { getRules, type Rules } from "#shop/policies/rules.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { WHY_ACCOUNT } from "../account-mail.ts";
import { defineMail } from "../define-mail.ts";
import { GOOD_TO_KNOW, type MailDraft } from "../mail.ts";
import { getSender } from "../sender.ts";

export const welcomeMail = defineMail(
  accountRegistered,
  "welcome",
  async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    const values = { tradeName: getSender(context).tradeName, rules: getShopRules(context) };
    return account && { to: account.email, mail: writeWelcomeMail(account.firstName, values) };
  },
  {
    when: "somebody opens an account, or logs in for the first time with Google",
    sample: ({ seller, rules }) =>
      writeWelcomeMail("Asha", { tradeName: seller?.tradeName ?? DEFAULT_NAME, rules: getRules(rules) }),
  },
);

/** The mail contains nothing private, because the address may be unverified. */
function writeWelcomeMail(to: string, { tradeName, rules }: { tradeName: string; rules: Rules }): MailDraft {
  return {
    subject: `Welcome to ${tradeName}`,
    preview: "Your account is ready. Here is what you can do now.",
    heading: "Welcome",
    to,
    paragraphs: [
      "Your account is ready. We make boards, bowls and platters of acacia, teak and mango wood, each checked by hand before it leaves us.",
    ],
    action: { label: "See all pieces", href: links.products() },
    nextTitle: GOOD_TO_KNOW,
    next: [
      "Your bag is saved, on every device.",
      writeProcessing(rules),
      writeReturnMessages(rules).warranty,
    ],
    footnote: "Didn't sign up? Reply and we'll delete the account.",
    why: WHY_ACCOUNT,
  };
}
