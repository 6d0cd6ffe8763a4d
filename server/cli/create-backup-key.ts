import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createKeyPair, formatIdentityFile } from "#platform/backup/encryption.ts";
import { CommandRefused, type CommandResult } from "#platform/operator/command.ts";

/** Makes a pair of keys and writes the secret one into a new file for its owner alone. @throws CommandRefused */
export async function createBackupKey(file: string, now: Date): Promise<CommandResult> {
  const keys = await createKeyPair();
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, formatIdentityFile(keys, now), { flag: "wx", mode: 0o600, flush: true });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new CommandRefused(`${file} is there already. Give the key another name.`);
    throw new CommandRefused(`The secret key could not be written to ${file}: ${message}`);
  }
  const { recipient } = keys;
  return {
    facts: { "secret key": file, "public key": recipient },
    message:
      `Write into .env, then start the shop anew: BACKUP_RECIPIENT=${recipient}\n` +
      "Backups made from then on can be read with the secret key alone; without it nobody can, not even the shop.\n" +
      "Keep two copies of it away from this machine, and none on it.",
    data: { file, recipient },
  };
}
