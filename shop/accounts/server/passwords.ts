import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { and, eq, ne } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { HandlerInput, Principal, RequestContext } from "#platform/http/route.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { isGuessable, type PasswordOwner, passwordMessages } from "../credentials.ts";
import type { updatePassword } from "../endpoints.ts";
import { passwordChanged } from "../events.ts";
import { profileMessages } from "../profile.ts";
import { recordActivity } from "./activity.ts";
import { setDeviceCookie, saveBrowser, deleteDevices } from "./known-devices.ts";
import { consumePasswordProof } from "./login-limits.ts";
import { endSessions, endSessionsOf } from "./sessions.ts";
import { account, session } from "./tables.ts";

export async function changePassword(
  context: Context,
  { principal, body, requestContext }: HandlerInput<typeof updatePassword>,
) {
  const { currentPassword, newPassword } = body;
  const { accountId, sessionId } = principal;
  const verified = await checkCurrentPassword(context, principal, currentPassword, requestContext);
  if (isRefused(verified)) return verified;
  const weak = await refuseWeakPassword(context, newPassword, "newPassword", verified.owner);
  if (weak) return weak;
  const passwordHash = await hashPassword(newPassword);
  const result = await context.transact(async (tx) => {
    // Locks the account. Finds no row if the password was changed in the meantime.
    const locked = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, accountId), eq(account.passwordHash, verified.passwordHash)))
      .returning({ id: account.id });
    if (locked.length === 0) return null;
    await savePassword(tx, context, { accountId, passwordHash, except: sessionId });
    await recordActivity(tx, context, accountId, "password_changed", requestContext);
    return { device: await saveBrowser(tx, accountId, requestContext, context.now()) };
  });
  if (result?.device) setDeviceCookie(requestContext, result.device);
  return result
    ? { success: true as const, message: profileMessages.passwordSaved }
    : refuseWrongPassword("currentPassword");
}

/** Checks the current password of a logged-in customer. Refuses with `wrong_password`, `no_password` or `too_many`. */
export async function checkCurrentPassword(
  context: Context,
  { accountId, sessionId }: Principal,
  password: string,
  requestContext: RequestContext,
  field = "currentPassword",
) {
  const [row] = await context.db.select().from(account).where(eq(account.id, accountId));
  if (!row || row.passwordHash === null) return refuse("no_password");
  const consumed = await consumePasswordProof(context, sessionId);
  if (consumed.retryAfterMs > 0) return refuse("too_many", { retryAfterMs: consumed.retryAfterMs });
  if (!(await isPasswordCorrect(row.passwordHash, password))) {
    await recordActivity(context.db, context, accountId, "password_wrong", requestContext);
    return refuseWrongPassword(field);
  }
  await consumed.undo();
  return { passwordHash: row.passwordHash, owner: row };
}

const refuseWrongPassword = (field: string) =>
  refuse("wrong_password", { fields: [{ path: field, message: profileMessages.wrongPassword }] });

interface NewPassword {
  accountId: string;
  passwordHash: string;
  except?: string;
  detailsDeleted?: boolean;
}

/**
 * Saves a new password, ends all sessions but `except` and forgets the known devices. Every function that sets
 * a new password must call this one.
 */
export async function savePassword(
  tx: Tx,
  context: Context,
  { accountId, passwordHash, except, detailsDeleted = false }: NewPassword,
) {
  await tx.update(account).set({ passwordHash }).where(eq(account.id, accountId));
  const others =
    except === undefined ? undefined : and(eq(session.accountId, accountId), ne(session.id, except));
  if (others) await endSessions(tx, context, others);
  else await endSessionsOf(tx, context, accountId);
  await deleteDevices(tx, accountId);
  await context.outbox.publish(tx, passwordChanged, { accountId, ...(detailsDeleted && { detailsDeleted }) });
}

const REFUSED = 10_000;

/**
 * In production, refuses one of the most common passwords (D55) with `common_password`, and a password made of the
 * customer's or the shop's data with `guessable_password`. Ignores case. Otherwise returns null.
 */
export async function refuseWeakPassword(
  context: Context,
  password: string,
  field: string,
  owner: PasswordOwner,
) {
  if (context.config.profile !== "production") return null;
  const { tooCommon, guessable } = passwordMessages;
  if (isGuessable(password, owner, findSeller(context)?.tradeName ?? ""))
    return refuse("guessable_password", { fields: [{ path: field, message: guessable }] });
  commonest ??= readCommonest();
  if (!(await commonest).has(password.toLowerCase())) return null;
  return refuse("common_password", { fields: [{ path: field, message: tooCommon }] });
}

let commonest: Promise<ReadonlySet<string>> | undefined;

/** The list takes half a megabyte, so it is loaded only when it is needed. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].slice(0, REFUSED));
}

/** The cost of an argon2id hash. `memory` is in KiB (security §1). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(salt, await hash(password, { ...COST, salt }));
}

/**
 * True if the password matches the stored hash. A null hash takes as long as a real one, so that the response time does
 * not reveal whether the e-mail address has an account. `first` puts the check at the front of the queue.
 */
export async function isPasswordCorrect(
  stored: string | null,
  password: string,
  { first = false } = {},
): Promise<boolean> {
  const { cost, salt, expected } = parseStored(stored ?? dummyHash);
  const computed = await hash(password, { ...cost, salt }, first ? hashing.runFirst : hashing.run);
  return timingSafeEqual(computed, expected) && stored !== null;
}

export const needsRehash = (stored: string): boolean => {
  const { memory, passes, parallelism } = parseStored(stored).cost;
  return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
};

const toBase64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function formatHash(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
}

const dummyHash = formatHash(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function parseStored(stored: string) {
  const [, memory, passes, parallelism, salt, expected] = FORM.exec(stored) ?? [];
  if (!salt || !expected) throw new Error("A password hash in the database has an unknown format.");
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    expected: Buffer.from(expected, "base64"),
  };
}

const argon2id = promisify(argon2);

/** The maximum number of passwords hashed at once. Half of the thread pool and, if possible, one CPU core stay free. */
export const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
export const MAX_WAITING = 32 * HASHES_AT_ONCE;

const hashing = createWorkQueue({
  atOnce: HASHES_AT_ONCE,
  maxWaiting: MAX_WAITING,
  refusal: () =>
    new HttpRefusal(503, "busy", "Many people are logging in right now. Please try again in a moment.", {
      headers: { "retry-after": "2" },
    }),
});

/** Call this before a request counts as an attempt to log in. @throws HttpRefusal 503 if the queue is full */
export const checkHashingCapacity = (): void => hashing.checkCapacity();

const hash = (
  password: string,
  { salt, ...cost }: typeof COST & { salt: Buffer },
  run = hashing.run,
): Promise<Buffer> =>
  run(() => argon2id("argon2id", { ...cost, message: password, nonce: salt, tagLength: HASH_BYTES }));
