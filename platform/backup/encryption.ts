import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { BackupRefused, createDamagedError } from "./format.ts";
import { loadAge, readSecretKeys } from "./backup-keys.ts";

/** How every file of age begins (age-encryption.org/v1). */
const AGE_HEAD = Buffer.from("age-encryption.org/v1\n");

/** Encrypts to a public key, a piece at a time: the shop itself cannot read it again. */
export async function* encrypt(
  recipient: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new (loadAge().Encrypter)();
  encrypter.addRecipient(recipient);
  yield* readPieces(await encrypter.encrypt(toStream(plain)));
}

async function isEncrypted(file: string): Promise<boolean> {
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
  const decrypter = await createDecrypter(identities);
  return Readable.from(decryptFile(file, identities, decrypter));
}

async function createDecrypter(identities: string) {
  const decrypter = new (loadAge().Decrypter)();
  try {
    for (const line of await readSecretKeys(identities)) decrypter.addIdentity(line);
  } catch (cause) {
    throw cause instanceof BackupRefused
      ? cause
      : new BackupRefused(`The secret key in ${identities} is damaged.`);
  }
  return decrypter;
}

async function* decryptFile(
  file: string,
  identities: string,
  decrypter: InstanceType<ReturnType<typeof loadAge>["Decrypter"]>,
): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file);
  try {
    yield* readPieces(await decrypter.decrypt(toStream(source)));
  } catch (cause) {
    if (source.errored) throw source.errored;
    if (!String(cause).includes("no identity matched"))
      throw createDamagedError(file, "it cannot be decrypted to its end");
    throw new BackupRefused(
      `${file} cannot be opened with the secret key in ${identities}: it was encrypted to another one, or is damaged at its beginning.`,
    );
  } finally {
    source.destroy();
  }
}

/** The library names the browser's type of stream; in Node both are one. Not `Readable.toWeb`: cancelled it throws. */
const toStream = (source: AsyncIterable<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- needed where the browser's types are loaded too
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;

const readPieces = (stream: globalThis.ReadableStream<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the same
  stream as unknown as ReadableStream<Uint8Array>;
