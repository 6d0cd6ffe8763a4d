import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { MAX_SESSIONS } from "../session.ts";
import { getAccessTokenEnd } from "../access-token.ts";
import { nameDevice } from "./name-device.ts";
import { issueRefreshToken } from "./refresh-tokens.ts";
import { hashSecret, generateSecret } from "./secrets.ts";
import { accessToken, session } from "./tables.ts";
import { endOldestSessions } from "./end-sessions.ts";

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
  const sessionId = generateUuid(now.getTime());
  const cookie = bound ? generateSecret() : null;
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
    accessToken: await issueAccessToken(tx, { id: sessionId, createdAt: now }, now),
    refreshToken: await issueRefreshToken(tx, sessionId, now),
    cookie,
  };
}

const selectSession = defineStatement<
  [tokenHash: string, cookieHash: string | null, now: Date],
  { accountId: string; sessionId: string; supersededAt: Date | null }
>(`
  select session.account_id as "accountId", session.id as "sessionId",
         case when session.shared_at is null then access_token.superseded_at end as "supersededAt"
    from access_token join session on session.id = access_token.session_id
   where access_token.hash = $1 and access_token.expires_at > $3
     and (session.cookie_hash is null or session.cookie_hash = $2)`);

/** Whose session an access token belongs to, in one indexed query; a bound one only together with its cookie. */
export async function findSession(db: Db, token: string, cookie: string | undefined, now: Date) {
  const [found] = await selectSession(db, hashSecret(token), cookie ? hashSecret(cookie) : null, now);
  return found ?? null;
}

const selectOwner = defineStatement<[cookieHash: string], { accountId: string; hasProvenMailbox: boolean }>(`
  select account.id as "accountId", account.email_proved_at is not null as "hasProvenMailbox"
    from session join account on account.id = session.account_id
   where session.cookie_hash = $1`);

/** Whose session a cookie belongs to; null for one that has ended. An ended session has no row. */
export async function findSessionOwner(db: Db, cookie: string) {
  const [found] = await selectOwner(db, hashSecret(cookie));
  return found ?? null;
}

export async function issueAccessToken(
  tx: Tx,
  owner: { id: string; createdAt: Date },
  now: Date,
): Promise<string> {
  const token = generateSecret();
  await tx
    .insert(accessToken)
    .values({ hash: hashSecret(token), sessionId: owner.id, expiresAt: getAccessTokenEnd(owner, now) });
  return token;
}
