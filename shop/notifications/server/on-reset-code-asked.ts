import { reaction } from "#platform/reaction.ts";
import { findAccount, readResetCode } from "#server/accounts";
import { resetCodeAsked } from "#shop/accounts/events.ts";
import { resetCodeLetter } from "../account-letters.ts";
import { writeTo } from "./write-to.ts";

/** Mails the code that proves the mailbox (D2), unless it is used, replaced or too old by now. */
export const onResetCodeAsked = reaction(
  resetCodeAsked,
  "notifications.reset-code",
  async (context, { accountId, resetId }, delivery) => {
    const account = await findAccount(context.db, accountId);
    const code = await readResetCode(context, resetId);
    if (!account || code === null) return;
    await writeTo(context, account.email, resetCodeLetter(account.firstName, code), delivery);
  },
);
