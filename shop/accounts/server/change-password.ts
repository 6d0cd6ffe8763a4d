import { and, eq } from "drizzle-orm";
import type { Caller, Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/refuse.ts";
import { type PasswordChange, profileSentences } from "../profile.ts";
import { keepPassword } from "./keep-password.ts";
import { giveDeviceCookie, rememberBrowser } from "./known-devices.ts";
import { spendPasswordProof } from "./limits.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { recordActivity } from "./record-activity.ts";
import { account } from "./tables.ts";
import { refuseWeakPassword } from "./common-passwords.ts";

/** A new password for the old one; the other devices are logged out. Refuses `common_password`, and as `provePassword` does. */
export async function changePassword(
  context: Context,
  caller: Caller,
  { currentPassword, newPassword }: PasswordChange,
  exchange: Exchange,
) {
  const { accountId, sessionId } = caller;
  const proved = await provePassword(context, caller, currentPassword, exchange);
  if (isRefused(proved)) return proved;
  const weak = await refuseWeakPassword(context, newPassword, "newPassword", proved.owner);
  if (weak) return weak;
  const passwordHash = await hashPassword(newPassword);
  const done = await context.transact(async (tx) => {
    // Holds the row, and changes nothing if the password was changed while this one was compared.
    const held = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, accountId), eq(account.passwordHash, proved.kept)))
      .returning({ id: account.id });
    if (held.length === 0) return null;
    await keepPassword(tx, context, { accountId, passwordHash, except: sessionId });
    await recordActivity(tx, context, accountId, "password_changed", exchange);
    return { device: await rememberBrowser(tx, accountId, exchange, context.now()) };
  });
  if (done?.device) giveDeviceCookie(exchange, done.device);
  return done
    ? { success: true as const, message: profileSentences.passwordSaved }
    : wrongPassword("currentPassword");
}

/** Whether a customer knows their password. Refuses `wrong_password`, `no_password`, and `too_many` guesses. */
export async function provePassword(
  context: Context,
  { accountId, sessionId }: Caller,
  typed: string,
  exchange: Exchange,
  field = "currentPassword",
) {
  const [found] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!found || found.passwordHash === null) return refuse("no_password");
  const spent = await spendPasswordProof(context, sessionId);
  if (spent.retryAfterMs > 0) return refuse("too_many", { retryAfterMs: spent.retryAfterMs });
  if (!(await passwordMatches(found.passwordHash, typed))) {
    await recordActivity(context.db, context, accountId, "password_wrong", exchange);
    return wrongPassword(field);
  }
  await spent.giveBack();
  return { kept: found.passwordHash, owner: found };
}

const wrongPassword = (field: string) =>
  refuse("wrong_password", { fields: [{ path: field, message: profileSentences.wrongPassword }] });
