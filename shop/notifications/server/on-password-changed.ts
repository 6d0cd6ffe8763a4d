import { reaction } from "#platform/reaction.ts";
import { findAccount } from "#server/accounts";
import { passwordChanged } from "#shop/accounts/events.ts";
import { passwordChangedLetter } from "../account-letters.ts";
import { writeTo } from "./write-to.ts";

/** Tells the owner of an account that its password is another one now (D2). */
export const onPasswordChanged = reaction(
  passwordChanged,
  "notifications.password-changed",
  async (context, { accountId }, delivery) => {
    const account = await findAccount(context.db, accountId);
    if (account) await writeTo(context, account.email, passwordChangedLetter(account.firstName), delivery);
  },
);
