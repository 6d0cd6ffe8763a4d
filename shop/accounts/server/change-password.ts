import { and, eq } from "drizzle-orm";
import type { Caller, Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/refuse.ts";
import { type PasswordChange, profileSentences } from "../profile.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { keepPassword } from "./keep-password.ts";
import { spendLogin } from "./limits.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { account } from "./tables.ts";

/** A new password for the old one; the other devices are logged out. Refuses `common_password`, and as `provePassword` does. */
export async function changePassword(
  context: Context,
  { accountId, sessionId }: Caller,
  { currentPassword, newPassword }: PasswordChange,
  exchange: Pick<Exchange, "ip">,
) {
  const proved = await provePassword(context, accountId, currentPassword, exchange);
  if (isRefused(proved)) return proved;
  const tooCommon = await refuseCommonPassword(context, newPassword, "newPassword");
  if (tooCommon) return tooCommon;
  const passwordHash = await hashPassword(newPassword);
  const done = await context.transact(async (tx) => {
    // Holds the row, and changes nothing if the password was changed while this one was compared.
    const held = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, accountId), eq(account.passwordHash, proved.kept)))
      .returning({ id: account.id });
    if (held.length === 0) return false;
    await keepPassword(tx, context, { accountId, passwordHash, except: sessionId });
    return true;
  });
  return done
    ? { success: true as const, message: profileSentences.passwordSaved }
    : wrongPassword("currentPassword");
}

/** Whether a customer knows their password. Refuses `wrong_password`, `no_password`, and `too_many` guesses. */
export async function provePassword(
  context: Context,
  accountId: string,
  typed: string,
  { ip }: Pick<Exchange, "ip">,
  field = "currentPassword",
) {
  const [found] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!found || found.passwordHash === null) return refuse("no_password");
  const spent = await spendLogin(context, found.email, ip);
  if (spent.retryAfterMs > 0) return refuse("too_many", { retryAfterMs: spent.retryAfterMs });
  if (!(await passwordMatches(found.passwordHash, typed))) return wrongPassword(field);
  await spent.giveBack();
  return { kept: found.passwordHash };
}

const wrongPassword = (field: string) =>
  refuse("wrong_password", { fields: [{ path: field, message: profileSentences.wrongPassword }] });
