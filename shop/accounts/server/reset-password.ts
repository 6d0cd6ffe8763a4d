import { eq, and, gt, isNull, lt, sql } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { computeMac, computeMacs } from "#platform/config/secret.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { isOneOf } from "#platform/http/signed-link.ts";
import { generateUuid } from "#platform/ids.ts";
import { getAddressKey, type Limit, limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import type * as endpoints from "../endpoints.ts";
import { resetCodeRequested } from "../events.ts";
import {
  resetMessages,
  RESET_CODE_DIGITS,
  RESET_CODE_LIFE,
  RESET_CODE_TRIES,
  RESET_LINK_LIFE,
} from "../password-reset.ts";
import { recordActivity } from "./activity.ts";
import { setDeviceCookie, saveVerifyingDevice } from "./known-devices.ts";
import { deleteLoginFailures, consume, INCLUDING_LOOPBACK, getFailureLimit } from "./login-limits.ts";
import { recordVerifiedMailbox } from "./mailbox-proof.ts";
import { savePassword, hashPassword, refuseWeakPassword } from "./passwords.ts";
import { account, hasEmail, passwordReset } from "./tables.ts";

/** Mails a code (D2). If a limit prevents the mail, refuses, or returns `mailed: false` if an earlier code works. */
export async function requestResetCode(
  context: Context,
  { body: { email }, requestContext }: HandlerInput<typeof endpoints.verifyEmail>,
) {
  const limited = await refuseResetAttempt(context, requestContext.ip);
  if (limited) return limited;
  const [row] = await context.db.select({ id: account.id }).from(account).where(hasEmail(email));
  if (!row) return refuse("no_account");

  const waitMs = await consumeResetMail(context, row.id, requestContext.ip);
  if (waitMs === 0) {
    await context.transact(async (tx) => {
      await issueResetCode(tx, context, row.id);
      await recordActivity(tx, context, row.id, "reset_asked", requestContext);
    });
  } else if (!(await hasResetCode(context, row.id))) return refuse("too_many", { retryAfterMs: waitMs });
  return { success: true as const, message: resetMessages.verified, mailed: waitMs === 0 };
}

/**
 * Sets a new password and ends all sessions of the account (D2). Refuses with `wrong_code` for any problem with the
 * code, or with `common_password`, `guessable_password` or `too_many` (order of the checks: security §2).
 */
export async function resetAccountPassword(
  context: Context,
  { body, requestContext }: HandlerInput<typeof endpoints.resetPassword>,
) {
  const { email, newPassword, code } = body;
  const limited = await refuseResetAttempt(context, requestContext.ip);
  if (limited) return limited;
  // Check the password before the code, so that the customer can try another password with the same code.
  const weak = await refuseWeakPassword(context, newPassword, "newPassword", { email });
  if (weak) return weak;
  const [row] = await context.db.select().from(account).where(hasEmail(email));
  const resetId = row ? await tryResetCode(context, row.id, code) : null;
  if (row && resetId === null)
    await recordActivity(context.db, context, row.id, "reset_failed", requestContext);
  if (!row || resetId === null) return refuseWrongCode();
  // Compare the new password with the customer's data only after the code was checked. Otherwise a refusal could reveal
  // the name to a stranger.
  const guessable = await refuseWeakPassword(context, newPassword, "newPassword", row);
  if (guessable) return guessable;

  const passwordHash = await hashPassword(newPassword);
  const result = await context.transact(async (tx) => {
    const now = context.now();
    if (!(await useResetCode(tx, resetId, now))) return null;
    const detailsDeleted = await recordVerifiedMailbox(tx, context, row.id, requestContext);
    await savePassword(tx, context, { accountId: row.id, passwordHash, detailsDeleted });
    await recordActivity(tx, context, row.id, "password_reset", requestContext);
    return { device: await saveVerifyingDevice(tx, row.id, requestContext, now) };
  });
  if (!result) return refuseWrongCode();
  await deleteLoginFailures(context, email);
  if (result.device) setDeviceCookie(requestContext, result.device);
  return { success: true as const, message: resetMessages.done };
}

const refuseWrongCode = () =>
  refuse("wrong_code", { fields: [{ path: "code", message: resetMessages.wrongCode }] });

async function issueResetCode(tx: Tx, context: Context, accountId: string): Promise<void> {
  const now = context.now();
  const newReset = {
    id: generateUuid(now.getTime()),
    tries: 0,
    expiresAt: new Date(now.getTime() + RESET_CODE_LIFE),
    usedAt: null,
  };
  await tx
    .insert(passwordReset)
    .values({ accountId, ...newReset })
    .onConflictDoUpdate({ target: passwordReset.accountId, set: newReset });
  await context.outbox.publish(tx, resetCodeRequested, { accountId, resetId: newReset.id });
}

/** Returns the code and the link's key; null if the reset was used or expired. Wrong guesses do not end it (T34). */
export async function readResetProof(context: Context, resetId: string) {
  const { db, now } = context;
  const [row] = await db
    .select({ id: passwordReset.id })
    .from(passwordReset)
    .where(and(eq(passwordReset.id, resetId), whereOpen(now())));
  return row
    ? {
        code: toResetCode(computeMac(context, getCodeText(row.id))),
        key: toResetKey(computeMac(context, getKeyText(row.id))),
      }
    : null;
}

async function hasResetCode({ db, now }: Context, accountId: string): Promise<boolean> {
  const valid = and(eq(passwordReset.accountId, accountId), whereValid(now()));
  return (await db.$count(passwordReset, valid)) > 0;
}

/**
 * Returns the id of the reset; null if the code or key is wrong. A code has five tries, each counted before the
 * comparison. Nobody can guess the link's key, so a stranger who uses up the tries does not block the link (T34).
 */
async function tryResetCode(context: Context, accountId: string, code: string): Promise<string | null> {
  const { db, now } = context;
  if (code.length > RESET_CODE_DIGITS) {
    const ofAccount = and(eq(passwordReset.accountId, accountId), whereLinkValid(now()));
    const [mailed] = await db.select({ id: passwordReset.id }).from(passwordReset).where(ofAccount);
    return mailed && isOneOf(computeMacs(context, getKeyText(mailed.id)).map(toResetKey), code)
      ? mailed.id
      : null;
  }
  const [tried] = await db
    .update(passwordReset)
    .set({ tries: sql`${passwordReset.tries} + 1` })
    .where(and(eq(passwordReset.accountId, accountId), whereValid(now())))
    .returning({ id: passwordReset.id });
  return tried && isOneOf(computeMacs(context, getCodeText(tried.id)).map(toResetCode), code)
    ? tried.id
    : null;
}

async function useResetCode(tx: Tx, resetId: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(passwordReset)
    .set({ usedAt: now })
    .where(and(eq(passwordReset.id, resetId), whereLinkValid(now)))
    .returning({ id: passwordReset.id });
  return used.length === 1;
}

const whereOpen = (now: Date) => and(isNull(passwordReset.usedAt), gt(passwordReset.expiresAt, now));

const whereValid = (now: Date) => and(whereOpen(now), lt(passwordReset.tries, RESET_CODE_TRIES));

/** `expiresAt` is when the code expires. The link expires later. */
const whereLinkValid = (now: Date) =>
  and(
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, new Date(now.getTime() + RESET_CODE_LIFE - RESET_LINK_LIFE)),
  );

const getCodeText = (resetId: string): string => `password-reset:${resetId}`;

const getKeyText = (resetId: string): string => `password-reset-link:${resetId}`;

const toResetCode = (seal: Buffer): string =>
  String(seal.readUIntBE(0, 6) % 10 ** RESET_CODE_DIGITS).padStart(RESET_CODE_DIGITS, "0");

const toResetKey = (seal: Buffer): string => seal.toString("base64url");

const RESET_MAIL_MINUTE_LIMIT: Limit = { burst: 1, perMs: MINUTE };

const RESET_MAIL_ADDRESS_LIMIT: Limit = { burst: 6, perMs: DAY };

/** Allows a mail every 30 minutes on average, so a new link is possible before the latest link expires. */
const RESET_MAIL_ACCOUNT_LIMIT: Limit = { burst: 12, perMs: 6 * HOUR };

/** Slows down an attack with a list of e-mail addresses. */
const refuseResetAttempt = (context: Context, ip: string) =>
  refuseTooMany(context, ...limitVisitors("reset", ip, context.config, getFailureLimit(context.config)));

/** Returns how many ms to wait if a limit is reached, otherwise 0. */
async function consumeResetMail(context: Context, accountId: string, ip: string): Promise<number> {
  const { retryAfterMs } = await consume(context, [
    [`reset-mail:minute:account:${accountId}`, RESET_MAIL_MINUTE_LIMIT],
    [
      getAddressKey(`reset-mail:account:${accountId}`, ip, INCLUDING_LOOPBACK) ?? "",
      RESET_MAIL_ADDRESS_LIMIT,
    ],
    [`reset-mail:account:${accountId}`, RESET_MAIL_ACCOUNT_LIMIT],
  ]);
  return retryAfterMs;
}
