import { and, eq, lte } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { isSessionLive } from "../session.ts";
import { recordActivity, type Visitor } from "./record-activity.ts";
import { rotateRefreshToken } from "./refresh-tokens.ts";
import { accessToken, session } from "./tables.ts";
import { endSessions } from "./end-sessions.ts";
import { sessionWhere } from "./session-where.ts";
import { issueAccessToken } from "./sessions.ts";
import { isOtherProgram, markShared, supersedeAccessTokens } from "./shared-sessions.ts";
import type { SessionProof } from "./session-where.ts";

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
        ? await rotateRefreshToken(tx, proof.refreshToken, now)
        : undefined;
    if (successor === null) {
      await recordActivity(tx, context, found.accountId, "old_token_used", visitor);
      await endSessions(tx, context, eq(session.id, found.id));
      return null;
    }
    if (found.cookieHash === null) {
      await supersedeAccessTokens(tx, found, now);
      if (isOtherProgram(found, visitor)) await markShared(tx, context, found.id, visitor);
    }
    await tx.update(session).set({ seenAt: now }).where(eq(session.id, found.id));
    await tx
      .delete(accessToken)
      .where(and(eq(accessToken.sessionId, found.id), lte(accessToken.expiresAt, now)));
    return {
      accessToken: await issueAccessToken(tx, found, now),
      accountId: found.accountId,
      ...(successor !== undefined && { refreshToken: successor }),
    };
  });
}
