import { statfsSync, type StatsFs } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "../checks/finding.ts";

const MIB = 1024 * 1024;
/** With less free space, the disk counts as full: the embedded database's write-ahead log alone may need as much. */
const FULL_BELOW_BYTES = 64 * MIB;
/** Space for the embedded database's write-ahead log. The engine crashes if it cannot write the log. */
export const SPARE_BYTES = 48 * MIB;
const SCARCE_BELOW_BYTES = 1024 * MIB;

export async function isDiskFull(
  folder: string,
  fullBelowBytes: number = FULL_BELOW_BYTES,
): Promise<boolean> {
  const { freeBytes, hasFreeFiles } = await readFreeSpace(folder);
  return freeBytes < fullBelowBytes || !hasFreeFiles;
}

/** Thrown before an operation that would fill the disk, with a message for the owner. Nothing was changed. */
export class DiskTooSmall extends Error {
  override readonly name = "DiskTooSmall";
}

/** Requires `bytes` in addition to the space that the shop keeps free. @throws DiskTooSmall */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { freeBytes } = await readFreeSpace(folder);
  const needed = bytes + FULL_BELOW_BYTES;
  if (freeBytes >= needed) return;
  throw new DiskTooSmall(
    `there is not enough space. This may need ${Math.ceil(needed / MIB)} MiB for a while, and ` +
      `${Math.floor(freeBytes / MIB)} MiB are free on the disk of ${folder}`,
  );
}

export async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export const isSpareOnly = (folder: string, spareBytes: number): boolean =>
  toFreeSpace(statfsSync(folder)).freeBytes < spareBytes;

export async function checkDisk(dataDir: string): Promise<Finding[]> {
  const { freeBytes, hasFreeFiles } = await readFreeSpace(dataDir);
  if (freeBytes >= SCARCE_BELOW_BYTES && hasFreeFiles) return [];
  const remaining = hasFreeFiles
    ? `${Math.floor(freeBytes / MIB)} MiB are free`
    : "no more files can be saved";
  return [
    {
      about: "DATA_DIR",
      what: `${remaining} on the disk of ${dataDir}`,
      remedy: "Free some space. Old backups and copies made before a restore are the largest files",
    },
  ];
}

const readFreeSpace = async (folder: string) => toFreeSpace(await statfs(folder));

/** Returns the free space. Some network file systems report only zeros, which count as unlimited space. */
const toFreeSpace = ({ bsize, blocks, bavail, files, ffree }: StatsFs) => ({
  freeBytes: blocks === 0 ? Infinity : bavail * bsize,
  hasFreeFiles: files === 0 || ffree > 0,
});
