import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyPair } from "#platform/backup/encryption.ts";
import { readConfig } from "../settings.ts";
import { createBackupKey } from "./local-backups.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-encrypted-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the secret key for backups is written to a file that other users of the machine cannot read, and only the public key is printed", async () => {
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
    "cannot be written",
  );
});
test("an invalid public key for backups prevents startup, and a secret key that is set by mistake is not printed", async () => {
  const { recipient, identity } = await createKeyPair();
  expect(readConfig({ BACKUP_RECIPIENT: ` ${recipient} ` }).backupRecipient).toBe(recipient);
  expect(() => readConfig({ BACKUP_RECIPIENT: recipient.slice(0, -1) })).toThrow(
    "BACKUP_RECIPIENT: the value",
  );
  expect(() => readConfig({ BACKUP_RECIPIENT: identity })).toThrow(/^(?!.*AGE-SECRET)/s);
});
