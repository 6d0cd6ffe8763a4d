import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyPair } from "#platform/backup/encryption.ts";
import { encrypt } from "#platform/backup/encryption.ts";
import { readConfig } from "../settings.ts";
import { runLocalCommand } from "./run-local-command.ts";
import { createBackupKey } from "./create-backup-key.ts";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-encrypted-"));
  const { data } = await createBackupKey(path.join(folder, "own.key"), new Date());
  await createBackupKey(path.join(folder, "other.key"), new Date());
  const { recipient } = data as { recipient: string };
  await writeFile(
    path.join(folder, "shop.age"),
    encrypt(recipient, Readable.from([Buffer.from("name,price")])),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const say = async (verb: string, options: Record<string, string>) => {
  const order = { noun: "backup", verb, args: { file: "shop.age" }, options, folder, osUser: "owner" };
  const config = readConfig({ DATA_DIR: path.join(folder, "data") });
  const reply = await runLocalCommand(config, { ...order, confirmed: true }, () => {});
  return "message" in reply
    ? `${reply.outcome}: ${reply.message.replaceAll(`${folder}${path.sep}`, "")}`
    : "";
};

test.each(["verify", "restore"])(
  "backup %s opens an encrypted one with its secret key only",
  async (verb) => {
    expect(await say(verb, {})).toBe(
      "refused: shop.age begins as an encrypted backup does. Whether it is whole shows only with its secret key: --identity <file>.",
    );
    expect(await say(verb, { identity: "other.key" })).toBe(
      "refused: shop.age cannot be opened with the secret key in other.key: it was encrypted to another one, or is damaged at its beginning.",
    );
    expect(await say(verb, { identity: "own.key" })).toBe(
      "refused: shop.age is no backup, or is damaged at its beginning.",
    );
  },
);

test("a public key with a mistake in it stops the start, and a secret one is not repeated", async () => {
  const { recipient, identity } = await createKeyPair();
  expect(readConfig({ BACKUP_RECIPIENT: ` ${recipient} ` }).backupRecipient).toBe(recipient);
  expect(() => readConfig({ BACKUP_RECIPIENT: recipient.slice(0, -1) })).toThrow(
    "BACKUP_RECIPIENT: the value",
  );
  expect(() => readConfig({ BACKUP_RECIPIENT: identity })).toThrow(/^(?!.*AGE-SECRET)/s);
});
