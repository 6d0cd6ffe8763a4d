import { and, eq, isNull, or, sql, type SQL, desc, inArray, lte, lt } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { setCookie, toHostCookieName } from "#platform/http/cookies.ts";
import type { Principal, RequestContext } from "#platform/http/route.ts";
import { generateUuid, hashText, generateSecret } from "#platform/ids.ts";
import { sessionEnded, sessionShared } from "../events.ts";
import {
  getAccessTokenEnd,
  MAX_SESSIONS,
  SESSION_IDLE_LIFE,
  SESSION_LIFE,
  SESSION_MARK,
  SESSION_MARK_LIFE,
} from "../session.ts";
import { nameDevice, type Visitor, recordActivity } from "./activity.ts";
import { accessToken, session, refreshToken } from "./tables.ts";

/**
 * Creates a session in the caller's transaction, and ends the oldest if the customer has more than ten. The caller must
 * lock the account, so that two logins cannot exceed that number. `bound` makes the tokens valid only with a cookie,
 * whose secret is returned (security §1).
 */
export async function insertSession(
  tx: Tx,
  context: Context,
  accountId: string,
  { bound, userAgent }: { bound: boolean; userAgent?: string | undefined },
) {
  const now = context.now();
  const sessionId = generateUuid(now.getTime());
  const cookie = bound ? generateSecret() : null;
  await endOldestSessions(tx, context, accountId, MAX_SESSIONS - 1);
  await tx.insert(session).values({
    id: sessionId,
    accountId,
    cookieHash: cookie && hashText(cookie),
    createdAt: now,
    seenAt: now,
    device: nameDevice(userAgent),
  });
  return {
    accessToken: await issueAccessToken(tx, { id: sessionId, createdAt: now }, now),
    refreshToken: await issueRefreshToken(tx, sessionId, now),
    cookie,
  };
}

/** A request of a browser must also contain the session cookie. */
const selectSession = defineStatement<
  [tokenHash: string, cookieHash: string | null, now: Date],
  { accountId: string; sessionId: string; supersededAt: Date | null }
>(`
  select session.account_id as "accountId", session.id as "sessionId",
         case when session.shared_at is null then access_token.superseded_at end as "supersededAt"
    from access_token join session on session.id = access_token.session_id
   where access_token.hash = $1 and access_token.expires_at > $3
     and (session.cookie_hash is null or session.cookie_hash = $2)`);

const selectOwner = defineStatement<
  [cookieHash: string],
  { accountId: string; hasVerifiedMailbox: boolean }
>(`
  select account.id as "accountId", account.email_proved_at is not null as "hasVerifiedMailbox"
    from session join account on account.id = session.account_id
   where session.cookie_hash = $1`);

export async function issueAccessToken(
  tx: Tx,
  owner: { id: string; createdAt: Date },
  now: Date,
): Promise<string> {
  const token = generateSecret();
  await tx
    .insert(accessToken)
    .values({ hash: hashText(token), sessionId: owner.id, expiresAt: getAccessTokenEnd(owner, now) });
  return token;
}

const TOKEN = /^[\w-]{43}$/;

export async function findPrincipal(
  context: Context,
  requestContext: RequestContext,
): Promise<Principal | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(requestContext.header("authorization") ?? "") ?? [];
  return token === undefined
    ? null
    : findByToken(context, token, readSessionCookie(requestContext), requestContext);
}

/** Finds a WebSocket's customer by its cookie. Null if the session has ended; undefined without a cookie. */
export async function findSocketOwner(
  context: Context,
  cookies: Readonly<Record<string, string | undefined>>,
) {
  const cookie = readAnySessionCookie(cookies);
  if (cookie === undefined) return undefined;
  const [owner] = await selectOwner(context.db, hashText(cookie));
  return owner ?? null;
}

export const findSocketPrincipal = (
  context: Context,
  accessToken: string,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<Principal | null> => findByToken(context, accessToken, readAnySessionCookie(cookies), null);

async function findByToken(
  context: Context,
  token: string,
  cookie: string | undefined,
  visitor: Visitor,
): Promise<Principal | null> {
  if (!TOKEN.test(token)) return null;
  const now = context.now();
  const cookieHash = cookie ? hashText(cookie) : null;
  const [session] = await selectSession(context.db, hashText(token), cookieHash, now);
  if (!session) return null;
  const { accountId, sessionId, supersededAt } = session;
  // A single client would use its new token, so an old token used after `GRACE` shows a second client.
  if (isLongAgo(supersededAt, new Date(now.getTime() - GRACE)))
    await context.transact((tx) => markShared(tx, context, sessionId, visitor));
  return { accountId, sessionId };
}

export interface SessionProof {
  refreshToken: string | undefined;
  cookie: string | undefined;
}

const whereRefreshToken = (token: string): SQL =>
  sql`${session.id} in (select ${refreshToken.sessionId} from ${refreshToken} where ${refreshToken.hash} = ${hashText(token)})`;

const whereBrowser = (cookie: string | undefined): SQL | undefined =>
  cookie
    ? or(isNull(session.cookieHash), eq(session.cookieHash, hashText(cookie)))
    : isNull(session.cookieHash);

export function sessionWhere({ refreshToken, cookie }: SessionProof): SQL | undefined {
  if (refreshToken) return and(whereRefreshToken(refreshToken), whereBrowser(cookie));
  return cookie ? eq(session.cookieHash, hashText(cookie)) : undefined;
}

export async function endSessions(
  tx: Tx,
  context: Context,
  condition: SQL,
): Promise<{ sessionId: string; accountId: string }[]> {
  const ended = await tx
    .delete(session)
    .where(condition)
    .returning({ sessionId: session.id, accountId: session.accountId });
  for (const each of ended) await context.outbox.publish(tx, sessionEnded, each);
  return ended;
}

export const endSessionsOf = async (tx: Tx, context: Context, accountId: string): Promise<number> =>
  (await endSessions(tx, context, eq(session.accountId, accountId))).length;

export async function endExpiredSessions(context: Context): Promise<void> {
  const now = context.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const expired = or(lte(session.createdAt, ago(SESSION_LIFE)), lte(session.seenAt, ago(SESSION_IDLE_LIFE)));
  await context.transact(async (tx) => {
    if (expired) await endSessions(tx, context, expired);
    await tx.delete(accessToken).where(lte(accessToken.expiresAt, now));
  });
}

async function endOldestSessions(tx: Tx, context: Context, accountId: string, limit: number): Promise<void> {
  const excess = tx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(desc(session.createdAt), desc(session.id))
    .offset(limit);
  await endSessions(tx, context, inArray(session.id, excess));
}

/**
 * The time for which a replaced token may still be used, because one client may send two refreshes at once or repeat
 * one. A use after this time shows that a second client has the token.
 */
const GRACE = 10 * SECOND;

/** `parentHash` is the hash of the token that is replaced. Missing for the first token of a session. */
async function issueRefreshToken(tx: Tx, sessionId: string, now: Date, parentHash?: string): Promise<string> {
  const token = generateSecret();
  await tx
    .insert(refreshToken)
    .values({ hash: hashText(token), sessionId, parentHash: parentHash ?? null, createdAt: now });
  return token;
}

/**
 * Returns the successor of a refresh token. A token stays valid until `GRACE` after the first use of a successor
 * (§7). Returns null if the token is unknown or no longer valid. Its use then shows that a second client has a
 * copy. The caller must lock the session.
 */
export async function rotateRefreshToken(tx: Tx, token: string, now: Date): Promise<string | null> {
  const hash = hashText(token);
  const [used] = await tx.select().from(refreshToken).where(eq(refreshToken.hash, hash));
  if (!used) return null;
  const { sessionId, parentHash } = used;
  const previous = new Date(now.getTime() - GRACE);
  if (isLongAgo(used.supersededAt, previous)) return null;
  if (used.usedAt === null) {
    if (parentHash !== null && !(await supersede(tx, parentHash, now, previous))) return null;
    await tx.update(refreshToken).set({ usedAt: now }).where(eq(refreshToken.hash, hash));
  }
  // Deletes earlier replacements of this token that the client has not used, probably because they did not arrive.
  await tx
    .delete(refreshToken)
    .where(
      and(
        eq(refreshToken.sessionId, sessionId),
        eq(refreshToken.parentHash, hash),
        isNull(refreshToken.usedAt),
        lte(refreshToken.createdAt, previous),
      ),
    );
  return issueRefreshToken(tx, sessionId, now, hash);
}

async function supersede(tx: Tx, hash: string, now: Date, threshold: Date): Promise<boolean> {
  const [parent] = await tx.select().from(refreshToken).where(eq(refreshToken.hash, hash));
  if (isLongAgo(parent?.supersededAt ?? null, threshold)) return false;
  await tx
    .update(refreshToken)
    .set({ supersededAt: now })
    .where(and(eq(refreshToken.hash, hash), isNull(refreshToken.supersededAt)));
  return true;
}

const isLongAgo = (date: Date | null, threshold: Date): boolean => date !== null && date <= threshold;

// The next three functions detect a stolen refresh token in a session without a cookie. Customer and thief refresh with
// copies of one token, and each refresh replaces the other's access token. A single client would use its new access
// token, so the use of a replaced one reveals a second client. The session continues, because both clients may belong
// to the customer.

/** Marks the access tokens older than `GRACE` as superseded. A parallel refresh may have issued the newer tokens. */
export async function supersedeAccessTokens(
  tx: Tx,
  { id, createdAt }: Pick<typeof session.$inferSelect, "id" | "createdAt">,
  now: Date,
): Promise<void> {
  const issuedBeforeGrace = lt(
    accessToken.expiresAt,
    getAccessTokenEnd({ createdAt }, new Date(now.getTime() - GRACE)),
  );
  await tx
    .update(accessToken)
    .set({ supersededAt: now })
    .where(and(eq(accessToken.sessionId, id), isNull(accessToken.supersededAt), issuedBeforeGrace));
}

export const isOtherProgram = ({ device }: { device: string | null }, visitor: Visitor): boolean =>
  device !== null && visitor !== null && nameDevice(visitor.header("user-agent")) !== device;

/** Does nothing if the session is already marked, so that the customer is notified only once. */
export async function markShared(
  tx: Tx,
  context: Context,
  sessionId: string,
  visitor: Visitor,
): Promise<void> {
  const [shared] = await tx
    .update(session)
    .set({ sharedAt: context.now() })
    .where(and(eq(session.id, sessionId), isNull(session.sharedAt)))
    .returning({ accountId: session.accountId });
  if (!shared) return;
  const { accountId } = shared;
  const activityId = await recordActivity(tx, context, accountId, "login_shared", visitor);
  await context.outbox.publish(tx, sessionShared, { accountId, activityId });
}

const getCookieName = (isSecure: boolean): string => toHostCookieName("session", isSecure);

type Visit = Pick<RequestContext, "cookies" | "secure">;

export const readSessionCookie = ({ cookies, secure }: Visit): string | undefined =>
  cookies[getCookieName(secure)];

/** Checks both cookie names, because a WebSocket request does not show whether the connection is secure. */
const readAnySessionCookie = (cookies: Visit["cookies"]): string | undefined =>
  cookies[getCookieName(true)] ?? cookies[getCookieName(false)];

export const setSessionCookie = (
  requestContext: RequestContext,
  secret: string,
  maxAge = SESSION_LIFE / SECOND,
): void => setCookie(requestContext, getCookieName(requestContext.secure), secret, maxAge);

export const clearSessionCookie = (requestContext: RequestContext): void =>
  setSessionCookie(requestContext, "", 0);

export const setSessionMark = (requestContext: RequestContext): void =>
  setCookie(requestContext, SESSION_MARK, "1", SESSION_MARK_LIFE / SECOND, false);
