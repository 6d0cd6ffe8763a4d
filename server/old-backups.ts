import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "#platform/command.ts";

/** As `backup create` names them, with the moment; others were named by someone and are theirs. */
const NAME = /^taruva-\d{4}-\d{2}-\d{2}-\d{6}\.backup\.gz(\.age)?$/;

/** How many stay; null for all. @throws UsageError */
export function parseKeep(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(given))
    throw new UsageError(`--keep ${given} is not a number of backups from 1 to 9999.`);
  return Number(given);
}

/** Removes all but the newest from the folder of a backup that was just made; never that one itself. */
export async function removeOldBackups(made: string, keep: number): Promise<string[]> {
  const folder = path.dirname(made);
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  const old = names.slice(0, -keep).filter((name) => name !== path.basename(made));
  for (const name of old) await rm(path.join(folder, name));
  return old;
}
