import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { BackupRefused, createDamagedError } from "./format.ts";
import { createRequire } from "node:module";
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";

const AGE_HEAD = Buffer.from("age-encryption.org/v1\n");

/** Encrypts a stream to a public key. The shop has no key to decrypt the result. */
export async function* encrypt(
  recipient: string,
  plaintext: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encrypter = new (loadAge().Encrypter)();
  encrypter.addRecipient(recipient);
  yield* readPieces(await encrypter.encrypt(toStream(plaintext)));
}

async function isEncrypted(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length));
  return bytesRead === AGE_HEAD.length && buffer.equals(AGE_HEAD);
}

/** @throws BackupRefused if the backup is encrypted and there is no usable secret key */
export async function openBackup(file: string, identities: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (identities === undefined)
    throw new BackupRefused(
      `${file} seems to be an encrypted backup. To read it, give its secret key: --identity <file>.`,
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
      throw createDamagedError(file, "a part of the file cannot be decrypted");
    throw new BackupRefused(
      `${file} cannot be opened with the secret key in ${identities}. It was encrypted for another key, or is damaged at its beginning.`,
    );
  } finally {
    source.destroy();
  }
}

const toStream = (source: AsyncIterable<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- needed where the browser's types are loaded too
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>;

const readPieces = (stream: globalThis.ReadableStream<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- needed where the browser's types are loaded too
  stream as unknown as ReadableStream<Uint8Array>;

const SECRET_KEY = "AGE-SECRET-KEY-";

export function isRecipient(value: string): boolean {
  try {
    new (loadAge().Encrypter)().addRecipient(value);
    return true;
  } catch {
    return false;
  }
}

export async function createKeyPair(): Promise<{ recipient: string; identity: string }> {
  const { generateX25519Identity, identityToRecipient } = loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export const formatIdentityFile = (keys: { recipient: string; identity: string }, now: Date): string =>
  `# created: ${now.toISOString()}\n# public key: ${keys.recipient}\n${keys.identity}\n`;

/** Reads the secret keys from a file in the format of `age-keygen`: one key per line, and comment lines. */
async function readSecretKeys(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new BackupRefused(`There is no file ${file}, or you have no permission to read it.`);
  });
  const keys = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(SECRET_KEY));
  if (keys.length === 0)
    throw new BackupRefused(
      `${file} contains no secret key of the program age, which is a line that begins with ${SECRET_KEY}.`,
    );
  return keys;
}

/** Loads the library on demand, because loading is slow. `isRecipient` is synchronous, so it cannot use `import()`. */
const loadAge = () => createRequire(import.meta.url)("age-encryption") as typeof import("age-encryption");

/*
 * The last line of a backup contains a hash (the seal) and a signature. The seal shows that the backup is complete, but
 * anyone can compute it. The signature (Ed25519) proves which shop wrote the backup. The private key is derived from
 * SHOP_SECRET or, if that is not set, from the secret in the data folder.
 */

/** Returns the public key of a shop's secret in the format that the owner sees: 43 characters of base64url. */
export const getSigner = (secret: string): string =>
  String(createPublicKey(derivePrivateKey(secret)).export({ format: "jwk" }).x);

export const signSeal = (secret: string, seal: string): string =>
  sign(null, toSigned(seal), derivePrivateKey(secret)).toString("base64url");

export function isSignedBy(signer: string, seal: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: signer }, format: "jwk" });
    return verify(null, toSigned(seal), key, Buffer.from(signature, "base64url"));
  } catch {
    return false; // The signer is not a valid key.
  }
}

/** Returns the bytes to sign. With the prefix, a signature made for another purpose is never valid for a backup. */
const toSigned = (seal: string): Buffer => Buffer.from(`taruva backup\n${seal}`);

/** The first bytes of an Ed25519 key in PKCS #8. The 32 bytes of the key follow. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

function derivePrivateKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "taruva backup signature", 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}
