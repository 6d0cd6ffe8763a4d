import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import { createKeyPair, formatIdentityFile } from "#platform/backup/encryption.ts";
import { fillDatabase, readBackupHead } from "#platform/backup/read-backup.ts";
import { type RestoreTarget, lockRestoreTarget } from "#platform/backup/restore-server.ts";
import type { Config } from "#platform/config/config.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createLog } from "#platform/observe/log.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import {
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  requireConfirmation,
} from "#platform/operator/command.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { listStockErrors } from "#shop/inventory/server/index.ts";
import { listSeriesErrors } from "#shop/documents/server/index.ts";
import { describeBackup, VERIFIED } from "../backup-commands.ts";

/** Restores a backup into a temporary embedded database and checks its stock and invoice numbers (T29). */
export async function verifyBackup(backup: BackupFile, report: ReportProgress): Promise<CommandResult> {
  const { file } = backup;
  await readBackupHead(backup); // fails early if the file is unreadable, before a database is created
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-verify-"));
  const deleteFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", deleteFolder);
  try {
    const log = createLog("silent");
    report("Creating a temporary database");
    await using opened = await openEmbedded(path.join(folder, "pg"), log, { disposable: true });
    const head = await fillDatabase(opened.pool, backup, report);
    await migrate(opened.pool, log);
    const errors = await findErrors(drizzle(opened.pool));
    // Ignore an error, for example in a read-only folder. Then `backup list` does not show the backup as verified.
    await writeFile(`${file}${VERIFIED}`, "").catch(() => {});
    return {
      title:
        errors.length === 0
          ? "The backup is complete. Its stock and invoices are right."
          : "The backup is complete, but its stock or invoices have errors.",
      facts: {
        ...describeBackup(head),
        stock: errors.some(({ about }) => about === "stock") ? "has errors" : "has no errors",
        invoices: errors.some(({ about }) => about === "invoices") ? "have errors" : "no number is missing",
      },
      columns: ["About", "Where", "Error"],
      rows: errors.map(({ about, where, words }) => [about, where, words]),
      message:
        errors.length === 0
          ? ""
          : `${formatCount(errors.length, "error")}. The shop already had ${errors.length === 1 ? "it" : "them"} when the backup was made. Run the checks of the open shop to see what to do.`,
      data: { file, ...head, faults: errors },
      ...(errors.length > 0 && { attention: true as const }),
    };
  } finally {
    process.off("exit", deleteFolder);
    deleteFolder();
  }
}

async function findErrors(db: Parameters<typeof listStockErrors>[0]) {
  const stock = await listStockErrors(db);
  const invoices = await listSeriesErrors(db);
  return [
    ...stock.map(({ productId, words }) => ({ about: "stock", where: productId, words })),
    ...invoices.map(({ series, words }) => ({ about: "invoices", where: series, words })),
  ];
}

/** Restores a backup into a new database, which then replaces the closed shop's database. The old data is kept. */
export async function restoreBackup(
  config: Config,
  backup: BackupFile,
  command: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  if (config.databaseUrl === "memory://")
    throw new CommandRefused(
      "A shop with DATABASE_URL=memory:// stores no data, so nothing can be restored.",
    );
  const { madeAt } = await readBackupHead(backup);
  mkdirSync(config.dataDir, { recursive: true });
  const target = await lockRestoreTarget(config, new Date(), createLog("silent"));
  try {
    if (target.taken)
      requireConfirmation(
        command,
        `Replace ${target.name} with the backup of ${formatDateTime(madeAt)}? The current data is kept, and its new place is shown afterwards.`,
      );
    return await restoreTarget(target, backup, command, report);
  } finally {
    await target.leave();
  }
}

async function restoreTarget(
  target: RestoreTarget,
  backup: BackupFile,
  command: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  const startedAt = new Date();
  const { file } = backup;
  let backupInfo = {};
  const former = await target.replace(async (pool) => {
    report("Creating a new database");
    const head = await fillDatabase(pool, backup, report);
    await migrate(pool, createLog("silent"));
    backupInfo = describeBackup(head);
    const reply = { outcome: "done", result: { message: `restored ${file}` } } as const;
    await recordCommand(drizzle(pool), command, { startedAt, endedAt: new Date() }, reply);
  });
  return {
    title: `${target.name} was restored from the backup.`,
    facts: { ...backupInfo, "kept aside": former ?? "nothing, because there was no data before" },
    message: "Open the shop: npm start",
    data: { file, ...backupInfo, place: target.name, kept: former },
  };
}

/** Makes a key pair and writes the secret key to a new file that only its owner can read. @throws CommandRefused */
export async function createBackupKey(file: string, now: Date): Promise<CommandResult> {
  const keys = await createKeyPair();
  await createFolder(path.dirname(file), 0o700);
  await writeOrRefuse(file, () =>
    writeFile(file, formatIdentityFile(keys, now), { flag: "wx", mode: 0o600, flush: true }),
  );
  const { recipient } = keys;
  return {
    facts: { "secret key": file, "public key": recipient },
    message:
      `Add this line to .env and restart the shop: BACKUP_RECIPIENT=${recipient}\n` +
      "New backups can then only be read with the secret key. Without it nobody can read them, not even the shop.\n" +
      "Keep two copies of the secret key on other machines, and none on this one.",
    data: { file, recipient },
  };
}
