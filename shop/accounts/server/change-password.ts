import { and, eq } from "drizzle-orm";
import type { Principal, RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { type PasswordChange, profileMessages } from "../profile.ts";
import { savePassword } from "./save-password.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { saveBrowser } from "./known-devices.ts";
import { consumePasswordProof } from "./login-limits.ts";
import { hashPassword, isPasswordCorrect } from "./passwords.ts";
import { recordActivity } from "./record-activity.ts";
import { account } from "./tables.ts";
import { refuseWeakPassword } from "./common-passwords.ts";

/** A new password for the old one; the other devices are logged out. Refuses `common_password`, and as `provePassword` does. */
export async function changePassword(
  context: Context,
  principal: Principal,
  { currentPassword, newPassword }: PasswordChange,
  requestContext: RequestContext,
) {
  const { accountId, sessionId } = principal;
  const proved = await provePassword(context, principal, currentPassword, requestContext);
  if (isRefused(proved)) return proved;
  const weak = await refuseWeakPassword(context, newPassword, "newPassword", proved.owner);
  if (weak) return weak;
  const passwordHash = await hashPassword(newPassword);
  const done = await context.transact(async (tx) => {
    // Holds the row, and changes nothing if the password was changed while this one was compared.
    const held = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, accountId), eq(account.passwordHash, proved.passwordHash)))
      .returning({ id: account.id });
    if (held.length === 0) return null;
    await savePassword(tx, context, { accountId, passwordHash, except: sessionId });
    await recordActivity(tx, context, accountId, "password_changed", requestContext);
    return { device: await saveBrowser(tx, accountId, requestContext, context.now()) };
  });
  if (done?.device) setDeviceCookie(requestContext, done.device);
  return done
    ? { success: true as const, message: profileMessages.passwordSaved }
    : refuseWrongPassword("currentPassword");
}

/** Whether a customer knows their password. Refuses `wrong_password`, `no_password`, and `too_many` guesses. */
export async function provePassword(
  context: Context,
  { accountId, sessionId }: Principal,
  typed: string,
  requestContext: RequestContext,
  field = "currentPassword",
) {
  const [found] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!found || found.passwordHash === null) return refuse("no_password");
  const consumed = await consumePasswordProof(context, sessionId);
  if (consumed.retryAfterMs > 0) return refuse("too_many", { retryAfterMs: consumed.retryAfterMs });
  if (!(await isPasswordCorrect(found.passwordHash, typed))) {
    await recordActivity(context.db, context, accountId, "password_wrong", requestContext);
    return refuseWrongPassword(field);
  }
  await consumed.undo();
  return { passwordHash: found.passwordHash, owner: found };
}

const refuseWrongPassword = (field: string) =>
  refuse("wrong_password", { fields: [{ path: field, message: profileMessages.wrongPassword }] });
