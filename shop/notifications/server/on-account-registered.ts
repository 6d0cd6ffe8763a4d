import { findAccount } from "#server/accounts";
import { accountRegistered } from "#shop/accounts/events.ts";
import { welcomeLetter } from "../account-letters.ts";
import { senderOf } from "./sender.ts";
import { writeOn } from "./write-to.ts";

/** Welcomes a new customer, however they came in. */
export const onAccountRegistered = writeOn(accountRegistered, "welcome", async (context, { accountId }) => {
  const account = await findAccount(context.db, accountId);
  const { tradeName } = senderOf(context);
  return account && { to: account.email, letter: welcomeLetter(account.firstName, tradeName) };
});
