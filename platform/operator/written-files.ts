import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { CommandRefused } from "./command.ts";

/** Creates a folder with its parents. `recursive` of `mkdir` would never return for /proc. @throws CommandRefused */
export async function createFolder(folder: string, mode?: number): Promise<void> {
  const existing = await stat(folder).catch(() => null);
  if (existing?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await createFolder(parent, mode);
  await mkdir(folder, { mode }).catch((cause: NodeJS.ErrnoException) => {
    if (existing !== null || cause.code !== "EEXIST") throw toWriteRefusal(folder, cause);
  });
}

/** @throws CommandRefused with `place` and the reason if `place` cannot be written */
export async function writeOrRefuse<Result>(place: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    throw toWriteRefusal(place, cause);
  }
}

export function toWriteRefusal(place: string, cause: unknown): unknown {
  const { code = "", syscall } = cause as NodeJS.ErrnoException;
  if (syscall === undefined) return cause;
  return new CommandRefused(`${place} cannot be written: ${reasons[code] ?? code}.`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file",
  EEXIST: "a file with this name exists already. Choose another name",
  EACCES: "the shop has no permission to write there",
  EPERM: "the shop has no permission to write there",
  EROFS: "the shop has no permission to write there",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};
