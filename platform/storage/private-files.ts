import { chmod, lstat, mkdir, readdir, stat, open } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "#contract/text.ts";
import type { Finding } from "../checks/finding.ts";
import type { Log } from "../observe/log.ts";

const GROUP_AND_OTHERS = 0o077;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const hasModes = process.platform !== "win32";

interface OpenFile {
  file: string;
  mode: number;
}

export class SharedDataFolder extends Error {
  override readonly name = "SharedDataFolder";

  constructor(folder: string) {
    super(
      `DATA_DIR=${folder} is shared by every user of this machine. ` +
        `Give the shop its own folder, for example DATA_DIR=${path.join(folder, "taruva")}.`,
    );
  }
}

/** Makes all files that this process creates accessible only to its user (T32). */
export function createFilesPrivately(): void {
  process.umask(GROUP_AND_OTHERS);
}

/** Creates the data folder or closes it to other users, before files are opened (T32). @throws SharedDataFolder */
export async function secureDataFolder(dataDir: string, log: Log): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const remaining = await makePrivate(dataDir);
  if (remaining.length > 0)
    log.warn(
      { files: remaining.length, first: remaining[0] },
      "files of the data folder stay open to other users",
    );
}

/**
 * Removes the access of the group and others to a folder and its files. Returns the files that remain accessible.
 * @throws SharedDataFolder
 */
export async function makePrivate(folder: string): Promise<string[]> {
  const { mode } = await stat(folder);
  if (hasModes && mode & STICKY && mode & OTHERS_WRITE) throw new SharedDataFolder(folder);
  const remaining: string[] = [];
  for (const open of await openToOthers(folder)) {
    const isChanged = await chmod(open.file, open.mode & ~GROUP_AND_OTHERS).then(
      () => true,
      (cause: NodeJS.ErrnoException) => cause.code === "ENOENT",
    );
    if (!isChanged) remaining.push(open.file);
  }
  return remaining;
}

export async function openToOthers(folder: string): Promise<OpenFile[]> {
  if (!hasModes) return [];
  const matches: OpenFile[] = [];
  const checkFile = async (file: string) => {
    const { mode } = await lstat(file);
    if (mode & GROUP_AND_OTHERS) matches.push({ file, mode: mode & 0o7777 });
  };
  const walk = async (place: string) => {
    await checkFile(place);
    const entries = (await readdir(place, { withFileTypes: true })).filter(
      (entry) => !entry.isSymbolicLink(),
    );
    await Promise.all(
      entries.map((entry) => {
        const file = path.join(place, entry.name);
        return ignoreMissing(entry.isDirectory() ? walk(file) : checkFile(file));
      }),
    );
  };
  await walk(folder);
  return matches;
}

/** Ignores a missing file, because a running shop may have deleted it in the meantime. */
const ignoreMissing = (promise: Promise<void>) =>
  promise.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
  });

export async function checkPrivateFiles(dataDir: string): Promise<Finding[]> {
  const [first, ...others] = await openToOthers(dataDir);
  const findings: Finding[] = [];
  if (first)
    findings.push({
      about: "DATA_DIR",
      what: `${formatCount(others.length + 1, "file or folder", "files or folders")} can be read by other users of this machine: ${first.file}`,
      remedy: `Let only their owner read and write ${dataDir}`,
    });
  const parent = path.dirname(dataDir);
  const { mode } = await stat(parent);
  if (hasModes && mode & OTHERS_WRITE && !(mode & STICKY))
    findings.push({
      about: "DATA_DIR",
      what: `every user of this machine can write in ${parent} and replace the data folder`,
      remedy: `Let only its owner write to ${parent}`,
    });
  return findings;
}

const AT_ONCE = 4;

/** Writes every file of a folder to the disk. Otherwise the files may be incomplete after a power cut. */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = files.pop(); file !== undefined; file = files.pop()) await sync(file).catch(() => {});
    }),
  );
}

async function sync(file: string): Promise<void> {
  await using handle = await open(file, "r");
  await handle.sync();
}
