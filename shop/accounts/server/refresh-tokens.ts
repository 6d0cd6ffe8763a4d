import { and, eq, isNull, lte } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Tx } from "#platform/database/database.ts";
import { hashSecret, generateSecret } from "./secrets.ts";
import { refreshToken } from "./tables.ts";

/** An answer may be lost and the call repeated, or two calls be made at once: for so long that is not theft. */
export const GRACE = 10 * SECOND;

/** A session's first refresh token. */
export async function issueRefreshToken(
  tx: Tx,
  sessionId: string,
  now: Date,
  parentHash?: string,
): Promise<string> {
  const token = generateSecret();
  await tx
    .insert(refreshToken)
    .values({ hash: hashSecret(token), sessionId, parentHash: parentHash ?? null, createdAt: now });
  return token;
}

/**
 * Uses a token of a session whose row the transaction holds; returns its successor, and null for a token that was
 * replaced: two hold the same one, and one of them is a thief. Anyone who keeps to the contract alone (§7 answers
 * `accessToken` only) never uses a successor, so the first token stays good for them.
 */
export async function rotateRefreshToken(tx: Tx, token: string, now: Date): Promise<string | null> {
  const hash = hashSecret(token);
  const [used] = await tx.select().from(refreshToken).where(eq(refreshToken.hash, hash));
  if (!used) return null;
  const { sessionId, parentHash } = used;
  const before = new Date(now.getTime() - GRACE);
  if (isLongAgo(used.supersededAt, before)) return null;
  if (used.usedAt === null) {
    if (parentHash !== null && !(await supersede(tx, parentHash, now, before))) return null;
    await tx.update(refreshToken).set({ usedAt: now }).where(eq(refreshToken.hash, hash));
  }
  // Successors whose answer was lost.
  await tx
    .delete(refreshToken)
    .where(
      and(
        eq(refreshToken.sessionId, sessionId),
        eq(refreshToken.parentHash, hash),
        isNull(refreshToken.usedAt),
        lte(refreshToken.createdAt, before),
      ),
    );
  return issueRefreshToken(tx, sessionId, now, hash);
}

/** False when another successor has taken its place already. */
async function supersede(tx: Tx, hash: string, now: Date, before: Date): Promise<boolean> {
  const [parent] = await tx.select().from(refreshToken).where(eq(refreshToken.hash, hash));
  if (isLongAgo(parent?.supersededAt ?? null, before)) return false;
  await tx
    .update(refreshToken)
    .set({ supersededAt: now })
    .where(and(eq(refreshToken.hash, hash), isNull(refreshToken.supersededAt)));
  return true;
}

const isLongAgo = (moment: Date | null, before: Date): boolean => moment !== null && moment <= before;
