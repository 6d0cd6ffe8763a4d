import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { HttpRefusal } from "#platform/http/http-refusal.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";

/** Of argon2id; `memory` in KiB (security §1). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes a new password as `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(salt, await hash(password, { ...COST, salt }));
}

/**
 * Compares a password with the stored hash. Null, for no one or no password, costs the same time and is always
 * wrong, so that an answer does not reveal which addresses have an account.
 */
export async function isPasswordCorrect(
  stored: string | null,
  password: string,
  { first = false } = {},
): Promise<boolean> {
  const { cost, salt, expected } = read(stored ?? dummyHash);
  const given = await hash(password, { ...cost, salt }, first ? hashing.runFirst : hashing.run);
  return timingSafeEqual(given, expected) && stored !== null;
}

/** Whether a stored hash was made at another cost than new ones. */
export const needsRehash = (stored: string): boolean => {
  const { memory, passes, parallelism } = read(stored).cost;
  return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
};

const toBase64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function formatHash(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`;
}

/** A hash of nothing anyone can type. */
const dummyHash = formatHash(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function read(stored: string) {
  const [, memory, passes, parallelism, salt, expected] = FORM.exec(stored) ?? [];
  if (!salt || !expected) throw new Error("A password hash in the database is not of our making.");
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    expected: Buffer.from(expected, "base64"),
  };
}

const argon2id = promisify(argon2);

/**
 * One core is left to everyone who does not log in, and half of the thread pool to files and names. Those who wait
 * have their turn within two seconds.
 */
export const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
export const MOST_WAITING = 32 * HASHES_AT_ONCE;

const hashing = createWorkQueue({
  atOnce: HASHES_AT_ONCE,
  mostWaiting: MOST_WAITING,
  refusal: () =>
    new HttpRefusal(503, "busy", "Many people are logging in right now. Please try again in a moment.", {
      headers: { "retry-after": "2" },
    }),
});

/** For the start of a call: one that would be refused in the end costs no guess and no query. @throws HttpRefusal 503 */
export const checkHashingCapacity = (): void => hashing.checkCapacity();

const hash = (
  password: string,
  { salt, ...cost }: typeof COST & { salt: Buffer },
  run = hashing.run,
): Promise<Buffer> =>
  run(() => argon2id("argon2id", { ...cost, message: password, nonce: salt, tagLength: HASH_BYTES }));
