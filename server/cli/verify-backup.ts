import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { formatCount } from "#contract/text.ts";
import { fillDatabase } from "#platform/backup/fill-database.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import { readBackupHead } from "#platform/backup/read-backup.ts";
import type { CommandResult, ReportProgress } from "#platform/operator/command.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.ts";
import { createLog } from "#platform/observe/log.ts";
import { migrate } from "#platform/database/migrate.ts";
import { listStockErrors } from "#shop/inventory/server/index.ts";
import { listSeriesErrors } from "#shop/invoices/server/index.ts";
import { describeBackup } from "../backup-commands.ts";

/** Puts a backup into an embedded database that is thrown away, and lets the books be checked there (T29). */
export async function verifyBackup(backup: BackupFile, report: ReportProgress): Promise<CommandResult> {
  const { file } = backup;
  await readBackupHead(backup); // what cannot be read at all needs no database
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-verify-"));
  const throwAway = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", throwAway);
  try {
    const log = createLog("silent");
    report("Making a database for it");
    const { pool, close } = await openEmbedded(path.join(folder, "pg"), log, { disposable: true });
    try {
      const head = await fillDatabase(pool, backup, report);
      await migrate(pool, log);
      const errors = await findErrors(drizzle(pool));
      return {
        title: errors.length === 0 ? `${file} is whole.` : `${file} is whole, but its books do not agree.`,
        facts: {
          ...describeBackup(head),
          stock: errors.some(({ about }) => about === "stock") ? "disagrees" : "agrees with its ledger",
          invoices: errors.some(({ about }) => about === "invoices") ? "disagree" : "no number is missing",
        },
        columns: ["About", "Where", "Disagreement"],
        rows: errors.map(({ about, where, words }) => [about, where, words]),
        message:
          errors.length === 0 ? "" : `${formatCount(errors.length, "disagreement")}: the shop had them too.`,
        data: { file, ...head, faults: errors },
        ...(errors.length > 0 && { attention: true as const }),
      };
    } finally {
      await close();
    }
  } finally {
    process.off("exit", throwAway);
    throwAway();
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
