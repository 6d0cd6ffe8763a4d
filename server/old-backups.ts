import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { DAY, HOUR } from "#contract/time.ts";
import { UsageError } from "#platform/operator/command.ts";

/*
 * deploy/backup/prune-backups does the same where a shop's backups are copied to and there is no shop; a test compares
 * the two.
 */

/** Which backups stay: so many of the newest, and the newest of so many hours, days, weeks and months that have one. */
export type Retention = Readonly<Record<Unit, number>>;

type Unit = "newest" | "h" | "d" | "w" | "m";

/** As `backup create` names them, with the moment by Greenwich; others were named by someone and are theirs. */
const NAME = /^taruva-(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})(\d{2})\.backup\.gz(\.age)?$/;

/** Reads `48h,7d,5w,12m`, and `30` as the newest thirty; null for all. @throws UsageError */
export function parseKeep(given: string | undefined): Retention | null {
  if (given === undefined) return null;
  const retention: Record<Unit, number> = { newest: 0, h: 0, d: 0, w: 0, m: 0 };
  for (const part of given.split(",")) {
    const [, number, unit = ""] = /^([1-9]\d{0,3})([hdwm]?)$/.exec(part.trim()) ?? [];
    if (number === undefined)
      throw new UsageError(
        `--keep ${given}: "${part}" is not so many hours, days, weeks or months, as in --keep 48h,7d,5w,12m.`,
      );
    retention[unit === "" ? "newest" : (unit as Unit)] = Number(number);
  }
  return retention;
}

/** Removes from the folder of a backup that was just made what need not stay; never that one itself. Returns the names. */
export async function removeOldBackups(made: string, keep: Retention): Promise<string[]> {
  const folder = path.dirname(made);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const old = listOldBackups(names, keep).filter((name) => name !== path.basename(made));
  for (const name of old) await rm(path.join(folder, name));
  return old;
}

/** Which of these files are backups that need not stay, the oldest first. */
export function listOldBackups(names: readonly string[], keep: Retention): string[] {
  const newestFirst = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  const stay = new Set<string>();
  for (const unit of Object.keys(keep) as Unit[]) {
    const spans = new Set<number>();
    for (const name of newestFirst) {
      const span = findSpan(name, unit);
      if (spans.has(span)) continue;
      if (spans.size === keep[unit]) break;
      spans.add(span);
      stay.add(name);
    }
  }
  return newestFirst.filter((name) => !stay.has(name)).toReversed();
}

/** The number of the hour, day, week (from Monday) or month in which a backup was made. */
function findSpan(name: string, unit: Unit): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (NAME.exec(name) ?? [])
    .slice(1, 7)
    .map(Number);
  const made = Date.UTC(year, month - 1, day, hour, minute, second);
  if (unit === "newest") return made;
  if (unit === "h") return Math.floor(made / HOUR);
  if (unit === "d") return Math.floor(made / DAY);
  // The first of January 1970 was a Thursday.
  return unit === "w" ? Math.floor((made / DAY + 3) / 7) : year * 12 + month;
}
