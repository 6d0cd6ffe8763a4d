import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyPair, formatIdentityFile, encrypt, openBackup } from "./encryption.ts";

let folder: string;
let recipient: string;
let key: string;
let secret: string;
/** Spans more than three blocks of an age file (64 KiB each). */
const plain = randomBytes(200_000);

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-encryption-"));
  key = await writeNewKey("own.key");
  recipient = /public key: (\S+)/.exec(readFileSync(key, "utf8"))?.[1] ?? "";
  secret = writeInFolder("plain.age", await buffer(encrypt(recipient, Readable.from([plain]))));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeInFolder(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const writeNewKey = async (name: string) =>
  writeInFolder(name, formatIdentityFile(await createKeyPair(), new Date(0)));

const readOpened = async (file: string, identities?: string) => buffer(await openBackup(file, identities));

test("an encrypted backup is read with its secret key, and an unencrypted backup without a key", async () => {
  expect(await readOpened(secret, key)).toEqual(plain);
  expect(readFileSync(secret).includes(plain.subarray(0, 16))).toBe(false);
  expect(await readOpened(writeInFolder("plain", plain))).toEqual(plain);
});

test("encrypting a backup streams the data and keeps only a few blocks in memory", async () => {
  let taken = 0;
  async function* endless() {
    for (;;) yield randomBytes(taken++ && 65_536);
  }
  const pieces = encrypt(recipient, endless());
  for (let piece = 0; piece < 10; piece++) await pieces.next();
  expect(taken).toBeLessThan(40);
  await pieces.return(undefined);
});

test("an encrypted backup with a missing, wrong or damaged key is refused with a message that says what to do", async () => {
  const refused = (identities?: string) => expect(readOpened(secret, identities)).rejects;
  await refused().toThrow("To read it, give its secret key: --identity <file>.");
  await refused(await writeNewKey("other.key")).toThrow(
    /other\.key\. It was encrypted for another key, or is damaged at its beginning\.$/,
  );
  await refused(path.join(folder, "none.key")).toThrow("There is no file");
  await refused(writeInFolder("empty.key", `# public key: ${recipient}\n`)).toThrow(
    "contains no secret key of the program age",
  );
  const typo = readFileSync(key, "utf8").replace(
    /(KEY-1)(.)/,
    (_, start: string, one: string) => start + (one === "Q" ? "P" : "Q"),
  );
  await refused(writeInFolder("typo.key", typo)).toThrow("is damaged");
});

test("an encrypted backup with a changed byte or a missing end is refused as damaged (T29)", async () => {
  const bytes = readFileSync(secret);
  const middle = Math.floor(bytes.length / 2);
  for (const at of [30, 100, 160, 190, 220, middle, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(readOpened(writeInFolder("changed.age", changed), key), String(at)).rejects.toThrow(
      "is damaged",
    );
  }
  for (const length of [100, 190, middle, bytes.length - (200_000 % 65_536) - 16, bytes.length - 1])
    await expect(readOpened(writeInFolder("cut.age", bytes.subarray(0, length)), key)).rejects.toThrow(
      "is damaged",
    );
});
