import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { formatDateTime } from "#contract/dates.ts";
import { ONE_FILE } from "#contract/operator-results.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { DAY } from "#contract/time.ts";
import { isBackupName } from "../backup/format.ts";
import type { Context } from "../context.ts";
import { findLastDone } from "../operator/audit.ts";
import type { Finding } from "./finding.ts";

/** The age in ms from which the newest backup is reported as too old. One missed daily backup is tolerated. */
export const OLD_AFTER_MS = 2 * DAY;

export async function checkBackups(context: Context): Promise<Finding[]> {
  const newest = await findLastBackup(context);
  if (newest && context.now().getTime() - newest.getTime() < OLD_AFTER_MS) return [];
  return [
    {
      about: "backup",
      what: newest
        ? `the newest backup was made on ${formatDateTime(newest)}, more than two days ago`
        : "there is no backup yet: if this machine fails, all data of the shop is lost",
      remedy:
        "Make a backup now. Then let the person who looks after the machine set up hourly backups on another disk, as docs/owners/backups.md describes",
      screen: deskLinks.health(),
    },
  ];
}

export async function findLastBackup({ config, db }: Context): Promise<Date | null> {
  const folder = path.join(config.dataDir, "backups");
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName);
  const times = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).mtime));
  return findNewest([await findLastDone(db, "backup create"), ...times]);
}

/**
 * Finds the time of the last copy on another device: a backup in one file that was downloaded at the desk, or a copy
 * that `backup copied` recorded. At the desk, `backup create` with a file name downloads the backup; without a file
 * name, the backup stays in the data folder.
 */
export const findLastCopy = async ({ db }: Context): Promise<Date | null> =>
  findNewest([
    await findLastDone(db, "backup create", [ONE_FILE, "file"]),
    await findLastDone(db, "backup copied"),
  ]);

const findNewest = (dates: readonly (Date | null)[]): Date | null =>
  dates.filter((date) => date !== null).toSorted((first, other) => other.getTime() - first.getTime())[0] ??
  null;
