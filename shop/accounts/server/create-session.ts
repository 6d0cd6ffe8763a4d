import { and, eq, isNull } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { newDeviceUsed } from "../events.ts";
import { toUser } from "./accounts.ts";
import { recordActivity, describeVisitor } from "./activity.ts";
import { setDeviceCookie, saveBrowser, isKnownBrowser } from "./known-devices.ts";
import { setSessionCookie, readSessionCookie, endSessions, sessionWhere, insertSession } from "./sessions.ts";
import { type account, accountActivity } from "./tables.ts";

/**
 * Creates a session and ends the earlier session of this browser. The caller must have locked the account. A client
 * that sends an `Origin` header counts as a browser, whose session works only together with its cookie (security §1).
 */
export async function createSession(
  tx: Tx,
  context: Context,
  accountId: string,
  requestContext: RequestContext,
) {
  const former = sessionWhere({ refreshToken: undefined, cookie: readSessionCookie(requestContext) });
  if (former) await endSessions(tx, context, former);
  const created = await insertSession(tx, context, accountId, {
    bound: requestContext.header("origin") !== undefined,
    userAgent: requestContext.header("user-agent"),
  });
  await recordLogin(tx, context, accountId, requestContext);
  return { ...created, device: await saveBrowser(tx, accountId, requestContext, context.now()) };
}

/** `device` is the secret of the cookie that identifies a known browser. Null if the client is not a browser. */
type CreatedSession = Awaited<ReturnType<typeof createSession>>;

/** Sets the cookies, so call this after the transaction is committed (§7). */
export async function buildLoginResponse(
  context: Context,
  row: typeof account.$inferSelect,
  { cookie, device, accessToken, refreshToken }: CreatedSession,
  requestContext: RequestContext,
  message: string,
) {
  if (cookie) setSessionCookie(requestContext, cookie);
  if (device) setDeviceCookie(requestContext, device);
  return { success: true as const, message, user: await toUser(context, row), accessToken, refreshToken };
}

/** Keeps an attacker with the password from filling the customer's mailbox with mails about new devices. */
const NEW_DEVICE_MAIL_LIMIT: Limit = { burst: 5, perMs: DAY };

async function recordLogin(
  tx: Tx,
  context: Context,
  accountId: string,
  requestContext: RequestContext,
): Promise<void> {
  const isNew = await isNewDevice(tx, context, accountId, requestContext);
  const activityId = await recordActivity(tx, context, accountId, "logged_in", requestContext);
  if (!isNew) return;
  const key = `new-device-mail:account:${accountId}`;
  if ((await consumeLimit(tx, key, NEW_DEVICE_MAIL_LIMIT, context.now())).allowed)
    await context.outbox.publish(tx, newDeviceUsed, { accountId, activityId });
}

/**
 * True if the device is new to the account; false at the first login. If the client is not a browser, compares the
 * device's name and network with those of earlier logins.
 */
async function isNewDevice(
  tx: Tx,
  { now }: Context,
  accountId: string,
  requestContext: RequestContext,
): Promise<boolean> {
  const logins = and(eq(accountActivity.accountId, accountId), eq(accountActivity.kind, "logged_in"));
  if ((await tx.$count(accountActivity, logins)) === 0) return false;
  if (await isKnownBrowser(tx, accountId, requestContext, now())) return false;
  if (requestContext.header("origin") !== undefined) return true;
  const { device, network } = describeVisitor(requestContext);
  const sameDevice = and(
    logins,
    device === null ? isNull(accountActivity.device) : eq(accountActivity.device, device),
    eq(accountActivity.network, network ?? ""),
  );
  return (await tx.$count(accountActivity, sameDevice)) === 0;
}
