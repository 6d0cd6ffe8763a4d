import { mkdirSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { shopDateTime } from "#contract/time.ts";
import { writeDown } from "#server/operator";
import type { OperatorOrder } from "#shop/operator/protocol.ts";
import { fillDatabase } from "#platform/backup/fill-database.ts";
import { type Place, takePlace } from "#platform/backup/put-in-place.ts";
import { type BackupFile, readBackupHead } from "#platform/backup/read-backup.ts";
import { CommandRefused, type CommandResult, type TellProgress, YesNeeded } from "#platform/command.ts";
import type { Config } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { migrate } from "#platform/migrate.ts";
import { aboutBackup } from "../backup-commands.ts";

/**
 * Puts a backup in the place of the data of the closed shop. The old data stay beside it; until the new ones are
 * complete and compared with the file nothing has changed. @throws CommandRefused, BackupRefused, YesNeeded
 */
export async function restoreBackup(
  config: Config,
  backup: BackupFile,
  order: OperatorOrder,
  tell: TellProgress,
): Promise<CommandResult> {
  if (config.databaseUrl === "memory://") throw new CommandRefused("A shop in memory:// keeps nothing.");
  const { madeAt } = await readBackupHead(backup);
  mkdirSync(config.dataDir, { recursive: true });
  const place = await takePlace(config, new Date(), createLog("silent"));
  try {
    if (place.taken && !order.confirmed) {
      const made = shopDateTime(madeAt);
      throw new YesNeeded(
        `Put the backup of ${made} in place of ${place.name}? What is there now is kept beside it.`,
      );
    }
    return await restored(place, backup, order, tell);
  } finally {
    await place.leave();
  }
}

async function restored(
  place: Place,
  backup: BackupFile,
  order: OperatorOrder,
  tell: TellProgress,
): Promise<CommandResult> {
  const startedAt = new Date();
  const { file } = backup;
  let about = {};
  const kept = await place.replace(async (pool) => {
    tell("Making a new database");
    const head = await fillDatabase(pool, backup, tell);
    await migrate(pool, createLog("silent"));
    about = aboutBackup(head);
    const done = { outcome: "done", result: { words: `restored ${file}` } } as const;
    await writeDown(drizzle(pool), order, { startedAt, endedAt: new Date() }, done);
  });
  return {
    title: `${place.name} is now as it was in the backup.`,
    facts: { ...about, "kept aside": kept ?? "nothing: there was nothing before" },
    words: "Open the shop: npm start",
    data: { file, ...about, place: place.name, kept },
  };
}
