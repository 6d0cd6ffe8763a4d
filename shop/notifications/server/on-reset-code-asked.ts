import { findAccount, readResetProof } from "#server/accounts";
import { resetCodeAsked } from "#shop/accounts/events.ts";
import { resetCodeLetter } from "../account-letters.ts";
import { writeOn } from "./write-to.ts";

/** Mails the code that proves the mailbox (D2), unless it is used, replaced or too old by now. */
export const onResetCodeAsked = writeOn(
  resetCodeAsked,
  "reset-code",
  async (context, { accountId, resetId }) => {
    const account = await findAccount(context.db, accountId);
    const proof = await readResetProof(context, resetId);
    if (!account || !proof) return null;
    const { email, firstName } = account;
    return { to: email, letter: resetCodeLetter(firstName, proof.code, { email, code: proof.key }) };
  },
);
