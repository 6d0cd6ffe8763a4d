import { eq } from "drizzle-orm";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { toEmailKey } from "../credentials.ts";
import { type PasswordReset, resetMessages } from "../password-reset.ts";
import { savePassword } from "./save-password.ts";
import { proveMailbox } from "./mailbox-proof.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { saveProof } from "./known-devices.ts";
import { deleteLoginFailures } from "./login-limits.ts";
import { consumeResetAttempt } from "./reset-limits.ts";
import { hashPassword } from "./passwords.ts";
import { recordActivity } from "./record-activity.ts";
import { tryResetCode, useResetCode } from "./reset-codes.ts";
import { account } from "./tables.ts";
import { refuseWeakPassword } from "./common-passwords.ts";

/**
 * Gives an account a new password for the code from its mailbox, and ends all its sessions (D2). Refuses `wrong_code`,
 * whatever is wrong with it, `common_password`, `guessable_password` and `too_many`. The order of the checks is that
 * of security §2.
 */
export async function resetAccountPassword(
  context: Context,
  { email, newPassword, code }: PasswordReset,
  requestContext: RequestContext,
) {
  const retryAfterMs = await consumeResetAttempt(context, requestContext.ip);
  if (retryAfterMs > 0) return refuse("too_many", { retryAfterMs });
  // Before the code is looked at: another password may still be chosen for it.
  const weak = await refuseWeakPassword(context, newPassword, "newPassword", { email });
  if (weak) return weak;
  const [found] = await context.db
    .select()
    .from(account)
    .where(eq(account.emailKey, toEmailKey(email)));
  const resetId = found ? await tryResetCode(context, found.id, code) : null;
  if (found && resetId === null)
    await recordActivity(context.db, context, found.id, "reset_failed", requestContext);
  if (!found || resetId === null) return refuseWrongCode();
  // Only now: the name is for no one else to find out.
  const own = await refuseWeakPassword(context, newPassword, "newPassword", found);
  if (own) return own;

  const passwordHash = await hashPassword(newPassword);
  const done = await context.transact(async (tx) => {
    const now = context.now();
    if (!(await useResetCode(tx, resetId, now))) return null;
    await proveMailbox(tx, context, found.id, requestContext);
    await savePassword(tx, context, { accountId: found.id, passwordHash });
    await recordActivity(tx, context, found.id, "password_reset", requestContext);
    return { device: await saveProof(tx, found.id, requestContext, now) };
  });
  if (!done) return refuseWrongCode();
  await deleteLoginFailures(context, email);
  if (done.device) setDeviceCookie(requestContext, done.device);
  return { success: true as const, message: resetMessages.done };
}

const refuseWrongCode = () =>
  refuse("wrong_code", { fields: [{ path: "code", message: resetMessages.wrongCode }] });
