import { randomFillSync } from "node:crypto";

/** Crockford's base32: no I, L, O or U, so a code survives being read aloud. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The millisecond of the newest key, and its number in it. */
let newest = { ms: -1, sequence: 0 };
const LAST_SEQUENCE = 0xfff;

/**
 * Generates a UUID version 7, which sorts by creation time (ms). Up to about 2,000 created by a process in the same
 * millisecond also sort in order. PostgreSQL has them only from version 18.
 */
export function generateUuid(now: number = Date.now()): string {
  const bytes = takeRandom(16);
  const isSameMs = now === newest.ms;
  // The first of a millisecond has a random number in the lower half, so that others find room above it.
  const sequence = isSameMs ? Math.min(newest.sequence + 1, LAST_SEQUENCE) : bytes.readUInt16BE(6) & 0x7ff;
  newest = { ms: now, sequence };
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Reads the time when a key was made. */
export const readIdTime = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));

/** Whether a text from outside can be a key at all; the database refuses to compare any other with one. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A random code of `length` letters people can read and type: 5 bits each, so 6 letters are 1 of 10⁹. */
export function generateCode(length: number): string {
  let code = "";
  for (const byte of takeRandom(length)) code += LETTERS.charAt(byte & 31);
  return code;
}

/**
 * A pool of random bytes, because asking the system for a few bytes for each request costs more than the rest of it. No
 * byte is used twice.
 */
const reserve = Buffer.alloc(4_096);
let taken = reserve.length;

function takeRandom(length: number): Buffer {
  if (taken + length > reserve.length) {
    randomFillSync(reserve);
    taken = 0;
  }
  return reserve.subarray(taken, (taken += length));
}

/** Generates a readable id such as `TRV-7K3M9Q`. It is random but may collide: use a unique index and retry. */
export const generateReadableId = (prefix: string): string => `${prefix}-${generateCode(6)}`;
