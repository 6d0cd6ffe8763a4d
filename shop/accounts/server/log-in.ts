import { and, eq, or } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput, RequestContext } from "#platform/http/route.ts";
import type * as endpoints from "../endpoints.ts";
import { sessionMessages } from "../session.ts";
import { recordActivity } from "./activity.ts";
import { createSession, buildLoginResponse } from "./create-session.ts";
import { readDeviceSecret } from "./known-devices.ts";
import { consumeLoginAttempt } from "./login-limits.ts";
import { checkHashingCapacity, hashPassword, needsRehash, isPasswordCorrect } from "./passwords.ts";
import { readSessionCookie, clearSessionCookie, endSessions, sessionWhere } from "./sessions.ts";
import { account, hasEmail, session } from "./tables.ts";

/** @throws HttpRefusal 503 if too many passwords are waiting to be checked */
export async function logInAccount(
  context: Context,
  { body: { email, password }, requestContext }: HandlerInput<typeof endpoints.logIn>,
) {
  // While the queue for hashing is full, refuses clients without a device cookie, so that strangers cannot block
  // known browsers (T34). A forged cookie does not help, because only a known device goes to the queue's front.
  if (readDeviceSecret(requestContext) === null) checkHashingCapacity();
  const consumed = await consumeLoginAttempt(context, email, requestContext);
  if (consumed.retryAfterMs > 0) {
    const { retryAfterMs, byOthers } = consumed;
    return refuse("too_many", {
      retryAfterMs,
      ...(byOthers && { message: sessionMessages.tooManyByOthers }),
    });
  }

  const [row] = await context.db.select().from(account).where(hasEmail(email));
  const stored = row?.passwordHash ?? null;
  const isCorrect = await isPasswordCorrect(stored, password, { first: consumed.isKnownDevice });
  if (!isCorrect || !row || stored === null) {
    if (row) await recordActivity(context.db, context, row.id, "login_failed", requestContext);
    return refuse("wrong_credentials");
  }
  await consumed.undo();

  const created = await openSession(context, { id: row.id, stored, password }, requestContext);
  if (!created) return refuse("wrong_credentials");
  return buildLoginResponse(context, row, created, requestContext, sessionMessages.loggedIn);
}

async function openSession(
  context: Context,
  { id, stored, password }: { id: string; stored: string; password: string },
  requestContext: RequestContext,
) {
  const passwordHash = needsRehash(stored) ? await hashPassword(password) : stored;
  return context.transact(async (tx) => {
    // Locks the account until the session is saved.
    const [lockedAccount] = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, id), eq(account.passwordHash, stored)))
      .returning({ id: account.id });
    return lockedAccount ? createSession(tx, context, id, requestContext) : null;
  });
}

export async function logOutSession(
  context: Context,
  { principal, body, requestContext }: HandlerInput<typeof endpoints.logOut>,
) {
  const matchesProof = sessionWhere({
    refreshToken: body.refreshToken || undefined,
    cookie: readSessionCookie(requestContext),
  });
  const ownSession = or(matchesProof, principal ? eq(session.id, principal.sessionId) : undefined);
  clearSessionCookie(requestContext);
  const isEnded =
    ownSession !== undefined &&
    (await context.transact(async (tx) => {
      const ended = await endSessions(tx, context, ownSession);
      for (const { accountId } of ended)
        await recordActivity(tx, context, accountId, "logged_out", requestContext);
      return ended.length > 0;
    }));
  return isEnded ? { success: true as const, message: sessionMessages.loggedOut } : refuse("session_expired");
}
