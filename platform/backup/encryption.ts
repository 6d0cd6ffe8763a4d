import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { BackupRefused, damaged } from "./format.ts";

/** How every file of age begins (age-encryption.org/v1). */
const AGE_HEAD = Buffer.from("age-encryption.org/v1\n");
const SECRET_KEY = "AGE-SECRET-KEY-";

/** Only a shop that encrypts pays for the library; its settings are read before anything can be awaited. */
const age = () => createRequire(import.meta.url)("age-encryption") as typeof import("age-encryption");

/** Whether a backup can be encrypted to this public key of age. */
export function isRecipient(given: string): boolean {
  try {
    new (age().Encrypter)().addRecipient(given);
    return true;
  } catch {
    return false;
  }
}

/** A new pair of keys of age: what `age-keygen` would make. */
export async function createKeyPair(): Promise<{ recipient: string; identity: string }> {
  const { generateX25519Identity, identityToRecipient } = age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The file that `age-keygen` would write. */
export const identityFile = (keys: { recipient: string; identity: string }, now: Date): string =>
  `# created: ${now.toISOString()}\n# public key: ${keys.recipient}\n${keys.identity}\n`;

/** Encrypts to a public key, a piece at a time: the shop itself cannot read it again. */
export async function* encrypt(
  recipient: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new (age().Encrypter)();
  encrypter.addRecipient(recipient);
  yield* piecesOf(await encrypter.encrypt(streamOf(plain)));
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length));
    return bytesRead === AGE_HEAD.length && buffer.equals(AGE_HEAD);
  } finally {
    await handle.close();
  }
}

/** The bytes of a backup; of an encrypted one those that were encrypted. @throws BackupRefused */
export async function openBackup(file: string, identities: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (identities === undefined)
    throw new BackupRefused(
      `${file} begins as an encrypted backup does. Whether it is whole shows only with its secret key: --identity <file>.`,
    );
  const decrypter = await decrypterWith(identities);
  return Readable.from(decrypted(file, identities, decrypter));
}

async function decrypterWith(identities: string) {
  const decrypter = new (age().Decrypter)();
  try {
    for (const line of await secretKeysIn(identities)) decrypter.addIdentity(line);
  } catch (cause) {
    throw cause instanceof BackupRefused
      ? cause
      : new BackupRefused(`The secret key in ${identities} is damaged.`);
  }
  return decrypter;
}

/** As `age-keygen` writes them: a secret key a line, and lines of comment. */
async function secretKeysIn(file: string): Promise<string[]> {
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

async function* decrypted(
  file: string,
  identities: string,
  decrypter: InstanceType<ReturnType<typeof age>["Decrypter"]>,
): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file);
  try {
    yield* piecesOf(await decrypter.decrypt(streamOf(source)));
  } catch (cause) {
    if (source.errored) throw source.errored;
    if (!String(cause).includes("no identity matched"))
      throw damaged(file, "it cannot be decrypted to its end");
    throw new BackupRefused(
      `${file} cannot be opened with the secret key in ${identities}: it was encrypted to another one, or is damaged at its beginning.`,
    );
  } finally {
    source.destroy();
  }
}

/** The library names the browser's type of stream; in Node both are one. Not `Readable.toWeb`: cancelled it throws. */
const streamOf = (source: AsyncIterable<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- needed where the browser's types are loaded too
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;

const piecesOf = (stream: globalThis.ReadableStream<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the same
  stream as unknown as ReadableStream<Uint8Array>;
