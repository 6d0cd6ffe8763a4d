import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { listAddresses } from "#shop/addresses/server/index.ts";
import type { User } from "../user.ts";
import { setDeviceCookie } from "./device-cookie.ts";
import { saveBrowser } from "./known-devices.ts";
import { recordLogin } from "./record-login.ts";
import { setSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { endSessions } from "./end-sessions.ts";
import { sessionWhere } from "./session-where.ts";
import { insertSession, type NewSession } from "./sessions.ts";
import type { account } from "./tables.ts";

/**
 * Begins a session for an account whose row the transaction holds, in place of the one this browser had. A client that
 * sends an `Origin` is a browser: its session is bound to a cookie (security §1).
 */
export async function createSession(
  tx: Tx,
  context: Context,
  accountId: string,
  requestContext: RequestContext,
): Promise<CreatedSession> {
  const former = sessionWhere({ refreshToken: undefined, cookie: readSessionCookie(requestContext) });
  if (former) await endSessions(tx, context, former);
  const opened = await insertSession(tx, context, accountId, {
    bound: requestContext.header("origin") !== undefined,
    userAgent: requestContext.header("user-agent"),
  });
  await recordLogin(tx, context, accountId, requestContext);
  return { ...opened, device: await saveBrowser(tx, accountId, requestContext, context.now()) };
}

interface CreatedSession extends NewSession {
  /** The secret of the cookie by which the shop knows this browser again. */
  device: string | null;
}

/** What every way in answers with (§7), once its transaction is through. */
export async function buildLoginResponse(
  context: Context,
  found: typeof account.$inferSelect,
  { cookie, device, accessToken, refreshToken }: CreatedSession,
  requestContext: RequestContext,
  message: string,
) {
  if (cookie) setSessionCookie(requestContext, cookie);
  if (device) setDeviceCookie(requestContext, device);
  return { success: true as const, message, user: await toUser(context, found), accessToken, refreshToken };
}

/** A customer as the login's answer describes them (§3). */
export async function toUser(
  context: Context,
  found: typeof account.$inferSelect | undefined,
): Promise<User> {
  if (!found) throw new Error("A session without an account.");
  const { id, firstName, lastName, email, phoneNumber, role } = found;
  const addresses = await listAddresses(context.db, id);
  return { _id: id, id, firstName, lastName, email, phoneNumber, addresses, role };
}
