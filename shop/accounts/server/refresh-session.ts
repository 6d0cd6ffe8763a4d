import { eq, and, lte } from "drizzle-orm";
import { readFields, readText } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { defineOutcomeCount } from "#platform/observe/counts.ts";
import { refreshToken } from "../contracts.ts";
import { sessionMessages, isSessionLive } from "../session.ts";
import { toUser } from "./accounts.ts";
import { recordActivity, type Visitor } from "./activity.ts";
import {
  readSessionCookie,
  rotateRefreshToken,
  endSessions,
  sessionWhere,
  type SessionProof,
  issueAccessToken,
  isOtherProgram,
  markShared,
  supersedeAccessTokens,
} from "./sessions.ts";
import { account, accessToken, session } from "./tables.ts";

export const handleRefresh = defineOutcomeCount(
  "shop_session_refreshes_total",
  "Number of session refreshes, by outcome.",
  refreshToken,
  ["done"],
)(refresh);

async function refresh(
  context: Context,
  { body, requestContext }: { body: unknown; requestContext: RequestContext },
) {
  const { token, refreshToken } = readFields(body);
  const proof = {
    refreshToken: readText(token ?? refreshToken) || undefined,
    cookie: readSessionCookie(requestContext),
  };
  if (!proof.refreshToken && !proof.cookie) return refuse("no_refresh_token");
  const refreshed = await refreshSession(context, proof, requestContext);
  if (refreshed === null) return refuse("session_expired");
  const { accountId, ...tokens } = refreshed;
  const [row] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!row) return refuse("session_expired");
  const user = await toUser(context, row);
  return { success: true as const, message: sessionMessages.refreshed, ...tokens, user };
}

/**
 * Issues an access token, and also a refresh token if the session has no cookie. Null if `proof` is invalid or the
 * session has ended.
 */
async function refreshSession(context: Context, proof: SessionProof, visitor: Visitor) {
  const matchesProof = sessionWhere(proof);
  if (!matchesProof) return null;
  return context.transact(async (tx) => {
    const now = context.now();
    // Locks the session, so that a concurrent logout runs either before or after this refresh.
    const [row] = await tx.select().from(session).where(matchesProof).for("update");
    if (!row) return null;
    if (!isSessionLive(row, now)) {
      await endSessions(tx, context, eq(session.id, row.id));
      return null;
    }
    const successor =
      row.cookieHash === null && proof.refreshToken !== undefined
        ? await rotateRefreshToken(tx, proof.refreshToken, now)
        : undefined;
    if (successor === null) {
      await recordActivity(tx, context, row.accountId, "old_token_used", visitor);
      await endSessions(tx, context, eq(session.id, row.id));
      return null;
    }
    if (row.cookieHash === null) {
      await supersedeAccessTokens(tx, row, now);
      if (isOtherProgram(row, visitor)) await markShared(tx, context, row.id, visitor);
    }
    await tx.update(session).set({ seenAt: now }).where(eq(session.id, row.id));
    await tx
      .delete(accessToken)
      .where(and(eq(accessToken.sessionId, row.id), lte(accessToken.expiresAt, now)));
    return {
      accessToken: await issueAccessToken(tx, row, now),
      accountId: row.accountId,
      ...(successor !== undefined && { refreshToken: successor }),
    };
  });
}
