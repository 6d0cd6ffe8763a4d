import { and, desc, eq, lt, or } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid, generateSecret, hashText } from "#platform/ids.ts";
import { toRoughAddress } from "#platform/limits/rate-limit.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { DeskPerson } from "#platform/operator/desk-people.ts";
import { deskPasskey, deskPerson, deskPush, deskSession } from "./tables.ts";

/** A session ends after this time without a click or a key. */
const IDLE_MS = 12 * HOUR;
/** A session ends this long after the sign-in, even if it is in use. */
const MAX_SESSION_MS = 30 * DAY;
const PROVED_MS = 5 * MINUTE;
/** `seen_at` is updated at most once in this time. */
const NOTE_SEEN_MS = MINUTE;

export interface SignedInPerson extends DeskPerson {
  sessionId: string;
}

export async function createSession(
  tx: Db | Tx,
  now: Date,
  { personId, passkeyId, device, ip }: { personId: string; passkeyId: string; device: string; ip: string },
): Promise<string> {
  const secret = generateSecret();
  await tx.insert(deskSession).values({
    id: generateUuid(now.getTime()),
    hash: hashText(secret),
    personId,
    passkeyId,
    device,
    network: toRoughAddress(ip),
    begunAt: now,
    seenAt: now,
  });
  return secret;
}

/**
 * Returns the session's person; null if the session has ended. `idleMs` is the time since the person's last click or
 * key, which extends the session. Without `idleMs`, the session is not extended.
 */
export async function findSignedIn(
  { db, now }: Pick<Context, "db" | "now">,
  secret: string,
  idleMs?: number,
): Promise<SignedInPerson | null> {
  const [row] = await db
    .select({ session: deskSession, person: deskPerson })
    .from(deskSession)
    .innerJoin(deskPerson, eq(deskPerson.id, deskSession.personId))
    .where(eq(deskSession.hash, hashText(secret)));
  if (!row) return null;
  const { session, person } = row;
  const time = now().getTime();
  if (isOver(session, time)) {
    await db.delete(deskSession).where(eq(deskSession.id, session.id));
    return null;
  }
  const pressedAt = idleMs === undefined ? 0 : time - Math.max(0, idleMs);
  if (pressedAt - session.seenAt.getTime() >= NOTE_SEEN_MS)
    await db
      .update(deskSession)
      .set({ seenAt: new Date(pressedAt) })
      .where(eq(deskSession.id, session.id));
  const { id, name, role } = person;
  const isProved = session.provedAt !== null && time - session.provedAt.getTime() <= PROVED_MS;
  return { id, name, role, isProved, sessionId: session.id };
}

const isOver = ({ begunAt, seenAt }: { begunAt: Date; seenAt: Date }, time: number): boolean =>
  time - seenAt.getTime() > IDLE_MS || time - begunAt.getTime() > MAX_SESSION_MS;

export const recordProved = (db: Db | Tx, sessionId: string, now: Date): Promise<unknown> =>
  db.update(deskSession).set({ provedAt: now }).where(eq(deskSession.id, sessionId));

/** Prevents a sign-out until the transaction ends. @throws CommandRefused if the session has ended */
export async function lockSession(tx: Tx, sessionId: string): Promise<typeof deskSession.$inferSelect> {
  const [row] = await tx.select().from(deskSession).where(eq(deskSession.id, sessionId)).for("key share");
  if (!row) throw new CommandRefused("You were signed out in the meantime. Sign in again.");
  return row;
}

export async function listSessions({ db, now }: Pick<Context, "db" | "now">, personId?: string) {
  const rows = await db
    .select({ session: deskSession, passkey: deskPasskey.device })
    .from(deskSession)
    .innerJoin(deskPasskey, eq(deskPasskey.id, deskSession.passkeyId))
    .where(personId === undefined ? undefined : eq(deskSession.personId, personId))
    .orderBy(desc(deskSession.seenAt), desc(deskSession.id));
  return rows
    .filter(({ session }) => !isOver(session, now().getTime()))
    .map(({ session: { hash: _hash, passkeyId: _passkey, provedAt: _proved, ...session }, passkey }) => ({
      ...session,
      passkey,
    }));
}

export async function endSession(db: Db | Tx, id: string, personId?: string): Promise<boolean> {
  const ended = await db
    .delete(deskSession)
    .where(
      and(eq(deskSession.id, id), personId === undefined ? undefined : eq(deskSession.personId, personId)),
    )
    .returning({ id: deskSession.id });
  if (ended.length > 0) await db.delete(deskPush).where(eq(deskPush.sessionId, id));
  return ended.length > 0;
}

export const deleteOldSessions = ({ db, now }: Pick<Context, "db" | "now">): Promise<unknown> =>
  db
    .delete(deskSession)
    .where(
      or(
        lt(deskSession.seenAt, new Date(now().getTime() - IDLE_MS)),
        lt(deskSession.begunAt, new Date(now().getTime() - MAX_SESSION_MS)),
      ),
    );
