import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyPair, encrypt } from "#platform/backup/encryption.ts";
import { readConfig } from "../settings.ts";
import { runLocalCommand } from "./run-local-command.ts";
import { createBackupKey } from "./local-backups.ts";

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

test("the secret key is written to a file that only the owner can read, and only the public key is printed", async () => {
  const file = path.join(folder, "keys", "backup.key");
  const { message, data } = await createBackupKey(file, new Date("2026-11-20T09:00:00.000Z"));
  const { recipient } = data as { recipient: string };
  const content = readFileSync(file, "utf8");
  expect(content).toMatch(
    /^# created: 2026-11-20T09:00:00\.000Z\n# public key: age1[0-9a-z]{58}\nAGE-SECRET-KEY-1[0-9A-Z]{58}\n$/,
  );
  expect(content).toContain(recipient);
  expect(message).toContain(`BACKUP_RECIPIENT=${recipient}`);
  expect(message).not.toContain("AGE-SECRET");
  expect(readConfig({ BACKUP_RECIPIENT: recipient }).backupRecipient).toBe(recipient);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);

  await expect(createBackupKey(file, new Date())).rejects.toThrow("exists already");
  expect(readFileSync(file, "utf8")).toBe(content);
  await expect(createBackupKey(path.join(file, "in", "side"), new Date())).rejects.toThrow(
    "could not be written",
  );
});

const say = async (verb: string, options: Record<string, string>) => {
  const order = { noun: "backup", verb, args: { file: "shop.age" }, options, folder, osUser: "owner" };
  const config = readConfig({ DATA_DIR: path.join(folder, "data") });
  const reply = await runLocalCommand(config, { ...order, confirmed: true }, () => {});
  return "message" in reply
    ? `${reply.outcome}: ${reply.message.replaceAll(`${folder}${path.sep}`, "")}`
    : "";
};

test.each(["verify", "restore"])(
  "backup %s opens an encrypted backup only with its secret key",
  async (verb) => {
    expect(await say(verb, {})).toBe(
      "refused: shop.age seems to be an encrypted backup. To read it, give its secret key: --identity <file>.",
    );
    expect(await say(verb, { identity: "other.key" })).toBe(
      "refused: shop.age cannot be opened with the secret key in other.key. It was encrypted for another key, or is damaged at its beginning.",
    );
    expect(await say(verb, { identity: "own.key" })).toBe(
      "refused: shop.age is not a backup, or is damaged at its beginning.",
    );
  },
);

test("an invalid public key prevents the start, and a secret key given by mistake is not printed", async () => {
  const { recipient, identity } = await createKeyPair();
  expect(readConfig({ BACKUP_RECIPIENT: ` ${recipient} ` }).backupRecipient).toBe(recipient);
  expect(() => readConfig({ BACKUP_RECIPIENT: recipient.slice(0, -1) })).toThrow(
    "BACKUP_RECIPIENT: the value",
  );
  expect(() => readConfig({ BACKUP_RECIPIENT: identity })).toThrow(/^(?!.*AGE-SECRET)/s);
});
