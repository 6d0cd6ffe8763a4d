import { and, eq, isNull, lt } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { getAccessTokenEnd } from "../access-token.ts";
import { sessionShared } from "../events.ts";
import { nameDevice } from "./name-device.ts";
import { recordActivity, type Visitor } from "./record-activity.ts";
import { GRACE } from "./refresh-tokens.ts";
import { accessToken, session } from "./tables.ts";

// A session without a cookie is as good as its tokens, and who keeps to §7 uses the refresh token of the login for good: so does a
// thief who has copied it. One client replaces its access token when it refreshes. Two do not know of each other: one goes on
// with the access token that the other's refresh has superseded. That is noticed, once a session, and its owner
// told. The session goes on: two programs of one customer may share it, and the shop cannot tell which of the two is a thief.

/** Those that the client had when it refreshed; one given a moment ago may be the answer to a second call made at once. */
export async function supersedeAccessTokens(
  tx: Tx,
  { id, createdAt }: Pick<typeof session.$inferSelect, "id" | "createdAt">,
  now: Date,
): Promise<void> {
  const givenLongAgo = lt(
    accessToken.expiresAt,
    getAccessTokenEnd({ createdAt }, new Date(now.getTime() - GRACE)),
  );
  await tx
    .update(accessToken)
    .set({ supersededAt: now })
    .where(and(eq(accessToken.sessionId, id), isNull(accessToken.supersededAt), givenLongAgo));
}

/** Whether an access token was superseded so long ago that its client cannot have another. */
export const isUsedBeside = (supersededAt: Date | null, now: Date): boolean =>
  supersededAt !== null && supersededAt.getTime() <= now.getTime() - GRACE;

/** Whether a program refreshes a session that another one has begun. */
export const isOtherProgram = ({ device }: { device: string | null }, visitor: Visitor): boolean =>
  device !== null && visitor !== null && nameDevice(visitor.header("user-agent")) !== device;

export const noteSharedSession = (context: Context, sessionId: string, visitor: Visitor): Promise<void> =>
  context.transact((tx) => markShared(tx, context, sessionId, visitor));

/** Writes down that two use a session, and has its owner told, once a session. */
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
