import { eq } from "drizzle-orm";
import type { Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { emailKey } from "../credentials.ts";
import { type PasswordReset, resetSentences } from "../password-reset.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { keepPassword } from "./keep-password.ts";
import { forgetLoginFailures, spendReset } from "./limits.ts";
import { hashPassword } from "./passwords.ts";
import { tryResetCode, useResetCode } from "./reset-codes.ts";
import { account } from "./tables.ts";

/**
 * Gives an account a new password for the code from its mailbox, and ends all its sessions (D2). Refuses `wrong_code`,
 * whatever is wrong with it, `common_password` and `too_many`. The order of the checks is that of security §2.
 */
export async function resetAccountPassword(
  context: Context,
  { email, newPassword, code }: PasswordReset,
  { ip }: Pick<Exchange, "ip">,
) {
  const retryAfterMs = await spendReset(context, ip);
  if (retryAfterMs > 0) return refuse("too_many", { retryAfterMs });
  // Before the code is looked at: another password may still be chosen for it.
  const tooCommon = await refuseCommonPassword(context, newPassword, "newPassword");
  if (tooCommon) return tooCommon;
  const [found] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.emailKey, emailKey(email)));
  const resetId = found ? await tryResetCode(context, found.id, code) : null;
  if (!found || resetId === null) return wrongCode();

  const passwordHash = await hashPassword(newPassword);
  const done = await context.transact(async (tx) => {
    const now = context.now();
    if (!(await useResetCode(tx, resetId, now))) return false;
    await tx.update(account).set({ emailProvedAt: now }).where(eq(account.id, found.id));
    await keepPassword(tx, context, { accountId: found.id, passwordHash });
    return true;
  });
  if (!done) return wrongCode();
  await forgetLoginFailures(context, email);
  return { success: true as const, message: resetSentences.done };
}

const wrongCode = () =>
  refuse("wrong_code", { fields: [{ path: "code", message: resetSentences.wrongCode }] });
