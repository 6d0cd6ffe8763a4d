import { statfs } from "node:fs/promises";
import type { Finding } from "./finding.ts";

const MIB = 1024 * 1024;
/** Less than the embedded database may need for its log alone. */
const FULL_BELOW_BYTES = 64 * MIB;
const SCARCE_BELOW_BYTES = 1024 * MIB;

/** Whether so little can still be written beside this folder that the shop cannot be relied on. */
export async function isDiskFull(
  folder: string,
  fullBelowBytes: number = FULL_BELOW_BYTES,
): Promise<boolean> {
  const { freeBytes, hasFreeFiles } = await readFreeSpace(folder);
  return freeBytes < fullBelowBytes || !hasFreeFiles;
}

/** A disk that fills up, in time to do something about it. */
export async function checkDisk(
  dataDir: string,
  scarceBelowBytes: number = SCARCE_BELOW_BYTES,
): Promise<Finding[]> {
  const { freeBytes, hasFreeFiles } = await readFreeSpace(dataDir);
  if (freeBytes >= scarceBelowBytes && hasFreeFiles) return [];
  const left = hasFreeFiles ? `${Math.floor(freeBytes / MIB)} MiB are free` : "no further file can be made";
  return [
    {
      about: "DATA_DIR",
      what: `${left} on the disk of ${dataDir}`,
      remedy: "Make room: old backups, and copies of before a restore, are the largest",
    },
  ];
}

/** Some network file systems say nothing about themselves: all zeros. */
async function readFreeSpace(folder: string): Promise<{ freeBytes: number; hasFreeFiles: boolean }> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
  return { freeBytes: blocks === 0 ? Infinity : bavail * bsize, hasFreeFiles: files === 0 || ffree > 0 };
}
