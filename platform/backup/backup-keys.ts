import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BackupRefused } from "./format.ts";

const SECRET_KEY = "AGE-SECRET-KEY-";

/** Whether a backup can be encrypted to this public key of age. */
export function isRecipient(given: string): boolean {
  try {
    new (loadAge().Encrypter)().addRecipient(given);
    return true;
  } catch {
    return false;
  }
}

/** A new pair of keys of age: what `age-keygen` would make. */
export async function createKeyPair(): Promise<{ recipient: string; identity: string }> {
  const { generateX25519Identity, identityToRecipient } = loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The file that `age-keygen` would write. */
export const formatIdentityFile = (keys: { recipient: string; identity: string }, now: Date): string =>
  `# created: ${now.toISOString()}\n# public key: ${keys.recipient}\n${keys.identity}\n`;

/** As `age-keygen` writes them: a secret key a line, and lines of comment. */
export async function readSecretKeys(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new BackupRefused(`There is no file ${file} that you may read.`);
  });
  const keys = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(SECRET_KEY));
  if (keys.length === 0)
    throw new BackupRefused(`${file} holds no secret key of age, a line that begins with ${SECRET_KEY}.`);
  return keys;
}

/** Only a shop that encrypts pays for the library; its settings are read before anything can be awaited. */
export const loadAge = () =>
  createRequire(import.meta.url)("age-encryption") as typeof import("age-encryption");
