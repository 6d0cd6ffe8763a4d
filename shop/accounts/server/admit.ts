import type { Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { listAddresses } from "#server/addresses";
import type { User } from "../user.ts";
import { giveDeviceCookie, rememberBrowser } from "./known-devices.ts";
import { recordLogin } from "./record-login.ts";
import { giveSessionCookie, readSessionCookie } from "./session-cookie.ts";
import { endSessions, openSession, type OpenedSession, provenBy } from "./sessions.ts";
import type { account } from "./tables.ts";

/**
 * Begins a session for an account whose row the transaction holds, in place of the one this browser had. Whoever sends
 * an `Origin` is a browser: its session is bound to a cookie (security §1).
 */
export async function admit(
  tx: Tx,
  context: Context,
  accountId: string,
  exchange: Exchange,
): Promise<AdmittedSession> {
  const former = provenBy({ refreshToken: undefined, cookie: readSessionCookie(exchange) });
  if (former) await endSessions(tx, context, former);
  const opened = await openSession(tx, context, accountId, {
    bound: exchange.header("origin") !== undefined,
    userAgent: exchange.header("user-agent"),
  });
  await recordLogin(tx, context, accountId, exchange);
  return { ...opened, device: await rememberBrowser(tx, accountId, exchange, context.now()) };
}

interface AdmittedSession extends OpenedSession {
  /** The secret of the cookie by which the shop knows this browser again. */
  device: string | null;
}

/** What every way in answers with (§7), once its transaction is through. */
export async function welcome(
  context: Context,
  found: typeof account.$inferSelect,
  { cookie, device, accessToken, refreshToken }: AdmittedSession,
  exchange: Exchange,
  message: string,
) {
  if (cookie) giveSessionCookie(exchange, cookie);
  if (device) giveDeviceCookie(exchange, device);
  return { success: true as const, message, user: await userOf(context, found), accessToken, refreshToken };
}

/** A customer as login tells of them (§3). */
export async function userOf(
  context: Context,
  found: typeof account.$inferSelect | undefined,
): Promise<User> {
  if (!found) throw new Error("A session without an account.");
  const { id, firstName, lastName, email, phoneNumber, role } = found;
  const addresses = await listAddresses(context.db, id);
  return { _id: id, id, firstName, lastName, email, phoneNumber, addresses, role };
}
