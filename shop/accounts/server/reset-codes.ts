import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { computeMac, computeMacs } from "#platform/config/secret.ts";
import { isOneOf } from "#platform/http/signed-link.ts";
import { resetCodeRequested } from "../events.ts";
import { RESET_CODE_DIGITS, RESET_CODE_LIFE, RESET_CODE_TRIES, RESET_LINK_LIFE } from "../password-reset.ts";
import { passwordReset } from "./tables.ts";
import { toResetCode, getCodeText, toResetKey, getKeyText } from "./reset-secrets.ts";

/** Makes a new code for an account, which is mailed after the commit; an earlier one no longer works. */
export async function issueResetCode(tx: Tx, context: Context, accountId: string): Promise<void> {
  const now = context.now();
  const fresh = {
    id: generateUuid(now.getTime()),
    tries: 0,
    expiresAt: new Date(now.getTime() + RESET_CODE_LIFE),
    usedAt: null,
  };
  await tx
    .insert(passwordReset)
    .values({ accountId, ...fresh })
    .onConflictDoUpdate({ target: passwordReset.accountId, set: fresh });
  await context.outbox.publish(tx, resetCodeRequested, { accountId, resetId: fresh.id });
}

/** What proves a mailbox: the code, and the key of the link beside it. */
export interface ResetProof {
  code: string;
  key: string;
}

/** What is to be mailed; null when it no longer works. */
export async function readResetProof(context: Context, resetId: string): Promise<ResetProof | null> {
  const { db, now } = context;
  const [found] = await db
    .select({ id: passwordReset.id })
    .from(passwordReset)
    .where(and(eq(passwordReset.id, resetId), whereValid(now())));
  return found
    ? {
        code: toResetCode(computeMac(context, getCodeText(found.id))),
        key: toResetKey(computeMac(context, getKeyText(found.id))),
      }
    : null;
}

/** Whether the account's newest code still works. */
export async function hasResetCode(context: Context, accountId: string): Promise<boolean> {
  const found = await context.db
    .select({ id: passwordReset.id })
    .from(passwordReset)
    .where(and(eq(passwordReset.accountId, accountId), whereValid(context.now())));
  return found.length > 0;
}

/**
 * Compares what was typed with the code, at most five times; each costs a try before it is looked at. The key of the
 * link costs none: no one guesses it, and no stranger who uses up the tries takes it away (T34). The id of the code,
 * or null.
 */
export async function tryResetCode(
  context: Context,
  accountId: string,
  typed: string,
): Promise<string | null> {
  const { db, now } = context;
  if (typed.length > RESET_CODE_DIGITS) {
    const ofAccount = and(eq(passwordReset.accountId, accountId), whereLinkValid(now()));
    const [mailed] = await db.select({ id: passwordReset.id }).from(passwordReset).where(ofAccount);
    return mailed && isOneOf(computeMacs(context, getKeyText(mailed.id)).map(toResetKey), typed)
      ? mailed.id
      : null;
  }
  const [tried] = await db
    .update(passwordReset)
    .set({ tries: sql`${passwordReset.tries} + 1` })
    .where(and(eq(passwordReset.accountId, accountId), whereValid(now())))
    .returning({ id: passwordReset.id });
  return tried && isOneOf(computeMacs(context, getCodeText(tried.id)).map(toResetCode), typed)
    ? tried.id
    : null;
}

/** Uses a code up. False when someone was faster, or a newer one was asked for meanwhile. */
export async function useResetCode(tx: Tx, resetId: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(passwordReset)
    .set({ usedAt: now })
    .where(and(eq(passwordReset.id, resetId), whereLinkValid(now)))
    .returning({ id: passwordReset.id });
  return used.length === 1;
}

const whereValid = (now: Date) =>
  and(
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, now),
    lt(passwordReset.tries, RESET_CODE_TRIES),
  );

/** The link outlives its code. */
const whereLinkValid = (now: Date) =>
  and(
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, new Date(now.getTime() + RESET_CODE_LIFE - RESET_LINK_LIFE)),
  );
