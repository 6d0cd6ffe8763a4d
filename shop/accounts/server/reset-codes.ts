import { timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Config } from "#platform/config.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { uuidv7 } from "#platform/ids.ts";
import { sealed } from "#platform/secret.ts";
import { resetCodeAsked } from "../events.ts";
import { RESET_CODE_DIGITS, RESET_CODE_LIFE, RESET_CODE_TRIES } from "../password-reset.ts";
import { passwordReset } from "./tables.ts";

/** Makes a new code for an account, which is mailed after the commit; an earlier one no longer works. */
export async function issueResetCode(tx: Tx, context: Context, accountId: string): Promise<void> {
  const now = context.now();
  const fresh = {
    id: uuidv7(now.getTime()),
    tries: 0,
    expiresAt: new Date(now.getTime() + RESET_CODE_LIFE),
    usedAt: null,
  };
  await tx
    .insert(passwordReset)
    .values({ accountId, ...fresh })
    .onConflictDoUpdate({ target: passwordReset.accountId, set: fresh });
  await context.outbox.tell(tx, resetCodeAsked, { accountId, resetId: fresh.id });
}

/** The code to be mailed; null when it no longer works. */
export async function readResetCode(context: Context, resetId: string): Promise<string | null> {
  const [found] = await context.db
    .select({ id: passwordReset.id })
    .from(passwordReset)
    .where(and(eq(passwordReset.id, resetId), works(context.now())));
  return found ? codeOf(context.config, found.id) : null;
}

/** Whether the account's newest code still works. */
export async function hasResetCode(context: Context, accountId: string): Promise<boolean> {
  const found = await context.db
    .select({ id: passwordReset.id })
    .from(passwordReset)
    .where(and(eq(passwordReset.accountId, accountId), works(context.now())));
  return found.length > 0;
}

/** Compares a typed code, at most five times; each costs a try before it is looked at. The id of the code, or null. */
export async function tryResetCode(
  context: Context,
  accountId: string,
  typed: string,
): Promise<string | null> {
  const [tried] = await context.db
    .update(passwordReset)
    .set({ tries: sql`${passwordReset.tries} + 1` })
    .where(and(eq(passwordReset.accountId, accountId), works(context.now())))
    .returning({ id: passwordReset.id });
  return tried && isSame(codeOf(context.config, tried.id), typed) ? tried.id : null;
}

/** Uses a code up. False when somebody was faster, or a newer one was asked for meanwhile. */
export async function useResetCode(tx: Tx, resetId: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(passwordReset)
    .set({ usedAt: now })
    .where(and(eq(passwordReset.id, resetId), isNull(passwordReset.usedAt), gt(passwordReset.expiresAt, now)))
    .returning({ id: passwordReset.id });
  return used.length === 1;
}

const works = (now: Date) =>
  and(
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, now),
    lt(passwordReset.tries, RESET_CODE_TRIES),
  );

/** Computed, not kept: neither the database nor its backup nor the outbox holds anything to guess a code from. */
function codeOf(config: Config, resetId: string): string {
  const number = sealed(config, `password-reset:${resetId}`).readUIntBE(0, 6) % 10 ** RESET_CODE_DIGITS;
  return String(number).padStart(RESET_CODE_DIGITS, "0");
}

const isSame = (code: string, typed: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(code), Buffer.from(typed));
