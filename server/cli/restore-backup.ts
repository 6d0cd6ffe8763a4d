import { mkdirSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { formatDateTime } from "#contract/dates.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { fillDatabase } from "#platform/backup/fill-database.ts";
import { type RestoreTarget, lockRestoreTarget } from "#platform/backup/restore-server.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import { readBackupHead } from "#platform/backup/read-backup.ts";
import {
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  YesNeeded,
} from "#platform/operator/command.ts";
import type { Config } from "#platform/config/config.ts";
import { createLog } from "#platform/observe/log.ts";
import { migrate } from "#platform/database/migrate.ts";
import { describeBackup } from "../backup-commands.ts";

/**
 * Puts a backup in the place of the data of the closed shop. The old data stay beside it; until the new ones are
 * complete and compared with the file nothing has changed. @throws CommandRefused, BackupRefused, YesNeeded
 */
export async function restoreBackup(
  config: Config,
  backup: BackupFile,
  typed: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  if (config.databaseUrl === "memory://") throw new CommandRefused("A shop in memory:// keeps nothing.");
  const { madeAt } = await readBackupHead(backup);
  mkdirSync(config.dataDir, { recursive: true });
  const target = await lockRestoreTarget(config, new Date(), createLog("silent"));
  try {
    if (target.taken && !typed.confirmed) {
      const made = formatDateTime(madeAt);
      throw new YesNeeded(
        `Put the backup of ${made} in place of ${target.name}? What is there now is kept beside it.`,
      );
    }
    return await restoreTarget(target, backup, typed, report);
  } finally {
    await target.leave();
  }
}

async function restoreTarget(
  target: RestoreTarget,
  backup: BackupFile,
  typed: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  const startedAt = new Date();
  const { file } = backup;
  let about = {};
  const former = await target.replace(async (pool) => {
    report("Making a new database");
    const head = await fillDatabase(pool, backup, report);
    await migrate(pool, createLog("silent"));
    about = describeBackup(head);
    const done = { outcome: "done", result: { message: `restored ${file}` } } as const;
    await recordCommand(drizzle(pool), typed, { startedAt, endedAt: new Date() }, done);
  });
  return {
    title: `${target.name} is now as it was in the backup.`,
    facts: { ...about, "kept aside": former ?? "nothing: there was nothing before" },
    message: "Open the shop: npm start",
    data: { file, ...about, place: target.name, kept: former },
  };
}
