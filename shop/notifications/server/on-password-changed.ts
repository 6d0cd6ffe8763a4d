import { findAccount } from "#server/accounts";
import { passwordChanged } from "#shop/accounts/events.ts";
import { passwordChangedLetter } from "../account-letters.ts";
import { writeOn } from "./write-to.ts";

/** Tells the owner of an account that its password is another one now (D2). */
export const onPasswordChanged = writeOn(
  passwordChanged,
  "password-changed",
  async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    return account && { to: account.email, letter: passwordChangedLetter(account.firstName) };
  },
);
