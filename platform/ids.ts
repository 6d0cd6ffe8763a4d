import { createHash, randomBytes, randomFillSync } from "node:crypto";

/** Crockford's base32, without I, L and O, which look like 1 and 0, and without U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

let newest = { ms: -1, sequence: 0 };

/** Generates a UUID version 7, which sorts by creation time. PostgreSQL before version 18 cannot generate it. */
export function generateUuid(now: number = Date.now()): string {
  const bytes = takeRandom(16);
  const isSameMs = now === newest.ms;
  // The sequence of each millisecond has 26 bits. It starts at a random number of 25 bits, so it never overflows.
  const sequence = isSameMs ? newest.sequence + 1 : bytes.readUInt32BE(6) & 0x1ffffff;
  newest = { ms: now, sequence };
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (sequence >>> 14), 6);
  bytes.writeUInt16BE(0x8000 | (sequence & 0x3fff), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const readIdTime = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));

/** True if the text has the format of the shop's ids. PostgreSQL rejects a comparison of an id with other texts. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Generates a random code. There are 10⁹ codes of 6 characters, so a new code may already be in use. */
export function generateCode(length: number): string {
  let code = "";
  for (const byte of takeRandom(length)) code += LETTERS.charAt(byte & 31);
  return code;
}

/** Random bytes are generated in advance, because a system call for each id would be slow. */
const reserve = Buffer.alloc(4_096);
let usedBytes = reserve.length;

function takeRandom(length: number): Buffer {
  if (usedBytes + length > reserve.length) {
    randomFillSync(reserve);
    usedBytes = 0;
  }
  return reserve.subarray(usedBytes, (usedBytes += length));
}

/** Generates a random id such as `TRV-7K3M9Q`. It may already exist, so use a unique index and retry. */
export const generateReadableId = (prefix: string): string => `${prefix}-${generateCode(6)}`;

export const generateSecret = (): string => randomBytes(32).toString("base64url");

/** Hashes a random secret. It needs no salt, because nobody can guess 256 random bits. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");
