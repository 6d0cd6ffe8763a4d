import { and, desc, eq, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database.ts";
import { uuidv7 } from "#platform/ids.ts";
import { sessionEnded } from "../events.ts";
import { accessTokenEnd, isSessionLive, MAX_SESSIONS, SESSION_IDLE_LIFE, SESSION_LIFE } from "../session.ts";
import { nameDevice } from "./name-device.ts";
import { recordActivity, type Visitor } from "./record-activity.ts";
import { giveRefreshToken, useRefreshToken } from "./refresh-tokens.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { accessToken, refreshToken as refreshTokens, session } from "./tables.ts";

export interface NewSession {
  accessToken: string;
  refreshToken: string;
  /** The secret of the cookie that the tokens are bound to; null for a session that works without one. */
  cookie: string | null;
}

/**
 * Begins a session in the caller's transaction, which holds the account's row: so no two logins at once can both
 * be the tenth. Beyond ten the oldest end. `bound` ties its tokens to a cookie (security §1); `userAgent` names
 * the device.
 */
export async function insertSession(
  tx: Tx,
  context: Context,
  accountId: string,
  { bound, userAgent }: { bound: boolean; userAgent?: string | undefined },
): Promise<NewSession> {
  const now = context.now();
  const sessionId = uuidv7(now.getTime());
  const cookie = bound ? newSecret() : null;
  await endOldestSessions(tx, context, accountId, MAX_SESSIONS - 1);
  await tx.insert(session).values({
    id: sessionId,
    accountId,
    cookieHash: cookie && hashSecret(cookie),
    createdAt: now,
    seenAt: now,
    device: nameDevice(userAgent),
  });
  return {
    accessToken: await giveAccessToken(tx, { id: sessionId, createdAt: now }, now),
    refreshToken: await giveRefreshToken(tx, sessionId, now),
    cookie,
  };
}

/** What a visitor shows to have a session refreshed or ended. */
export interface SessionProof {
  refreshToken: string | undefined;
  cookie: string | undefined;
}

export interface RefreshedSession {
  accessToken: string;
  accountId: string;
  /** The successor of the one that was shown, where no cookie protects it. */
  refreshToken?: string;
}

/**
 * A new access token for a live session, which counts as seen now; null when the proof opens none. Without a cookie the
 * refresh token has a successor too, and one that was replaced ends the session: someone has copied it.
 */
export async function refreshSession(
  context: Context,
  proof: SessionProof,
  visitor: Visitor,
): Promise<RefreshedSession | null> {
  const proven = sessionWhere(proof);
  if (!proven) return null;
  return context.transact(async (tx) => {
    const now = context.now();
    // Locked, so that a logout at the same moment comes either before or after.
    const [found] = await tx.select().from(session).where(proven).for("update");
    if (!found) return null;
    if (!isSessionLive(found, now)) {
      await endSessions(tx, context, eq(session.id, found.id));
      return null;
    }
    const successor =
      found.cookieHash === null && proof.refreshToken !== undefined
        ? await useRefreshToken(tx, proof.refreshToken, now)
        : undefined;
    if (successor === null) {
      await recordActivity(tx, context, found.accountId, "old_token_used", visitor);
      await endSessions(tx, context, eq(session.id, found.id));
      return null;
    }
    await tx.update(session).set({ seenAt: now }).where(eq(session.id, found.id));
    await tx
      .delete(accessToken)
      .where(and(eq(accessToken.sessionId, found.id), lte(accessToken.expiresAt, now)));
    return {
      accessToken: await giveAccessToken(tx, found, now),
      accountId: found.accountId,
      ...(successor !== undefined && { refreshToken: successor }),
    };
  });
}

/** Whose session an access token belongs to, in one indexed query; a bound one only together with its cookie. */
export async function findSession(db: Db, token: string, cookie: string | undefined, now: Date) {
  const [found] = await db
    .select({ sessionId: session.id, accountId: session.accountId, expiresAt: accessToken.expiresAt })
    .from(accessToken)
    .innerJoin(session, eq(session.id, accessToken.sessionId))
    .where(and(eq(accessToken.hash, hashSecret(token)), unboundOr(cookie)));
  return found && found.expiresAt > now ? { accountId: found.accountId, sessionId: found.sessionId } : null;
}

/** Ends the sessions that a condition names, with their tokens, and publishes it; returns whose they were. */
export async function endSessions(
  tx: Tx,
  context: Context,
  which: SQL,
): Promise<{ sessionId: string; accountId: string }[]> {
  const ended = await tx
    .delete(session)
    .where(which)
    .returning({ sessionId: session.id, accountId: session.accountId });
  for (const each of ended) await context.outbox.publish(tx, sessionEnded, each);
  return ended;
}

/** All sessions of an account: after a password reset, or because the operator says so. */
export const endSessionsOf = async (tx: Tx, context: Context, accountId: string): Promise<number> =>
  (await endSessions(tx, context, eq(session.accountId, accountId))).length;

/** The condition that finds the session of a proof; undefined when nothing was shown. */
export function sessionWhere({ refreshToken, cookie }: SessionProof): SQL | undefined {
  if (refreshToken) return and(hasRefreshToken(refreshToken), unboundOr(cookie));
  return cookie ? eq(session.cookieHash, hashSecret(cookie)) : undefined;
}

/** Ends the sessions that have run out, for the schedule; no one could refresh them any more. */
export async function endExpiredSessions(context: Context): Promise<void> {
  const now = context.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const over = or(lte(session.createdAt, ago(SESSION_LIFE)), lte(session.seenAt, ago(SESSION_IDLE_LIFE)));
  await context.transact(async (tx) => {
    if (over) await endSessions(tx, context, over);
    await tx.delete(accessToken).where(lte(accessToken.expiresAt, now));
  });
}

const hasRefreshToken = (token: string): SQL =>
  sql`${session.id} in (select ${refreshTokens.sessionId} from ${refreshTokens} where ${refreshTokens.hash} = ${hashSecret(token)})`;

const unboundOr = (cookie: string | undefined): SQL | undefined =>
  cookie
    ? or(isNull(session.cookieHash), eq(session.cookieHash, hashSecret(cookie)))
    : isNull(session.cookieHash);

async function endOldestSessions(tx: Tx, context: Context, accountId: string, keep: number): Promise<void> {
  const beyond = await tx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(desc(session.createdAt), desc(session.id))
    .offset(keep);
  if (beyond.length > 0) {
    await endSessions(
      tx,
      context,
      inArray(
        session.id,
        beyond.map(({ id }) => id),
      ),
    );
  }
}

async function giveAccessToken(tx: Tx, owner: { id: string; createdAt: Date }, now: Date): Promise<string> {
  const token = newSecret();
  await tx
    .insert(accessToken)
    .values({ hash: hashSecret(token), sessionId: owner.id, expiresAt: accessTokenEnd(owner, now) });
  return token;
}
