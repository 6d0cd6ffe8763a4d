import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, type Stats, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Systems allow 108 bytes for a socket's path, some only 104. */
const MAX_ADDRESS_BYTES = 100;
const OTHERS_WRITE = 0o022;
const GROUP_AND_OTHERS = 0o077;
export const isPipe = process.platform === "win32";

/** Thrown if another user could have created the operator's socket (T44). */
export class UnsafeOperatorSocket extends Error {
  override readonly name = "UnsafeOperatorSocket";
}

export function createOperatorAddress(dataDir: string): string {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (isPipe) return `\\\\.\\pipe\\taruva-${hash}`;
  const inFolder = path.join(dataDir, "operator.sock");
  if (Buffer.byteLength(inFolder) <= MAX_ADDRESS_BYTES) return inFolder;
  return path.join(os.tmpdir(), `taruva-${process.geteuid?.() ?? ""}-${hash}`, "operator.sock");
}

/** Creates the socket's folder. Its name is predictable, so another user may own it. @throws UnsafeOperatorSocket */
export function prepareOperatorFolder(dataDir: string, address: string): void {
  mkdirSync(dataDir, { recursive: true });
  if (isPipe) return;
  const folder = path.dirname(address);
  if (folder !== dataDir)
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    }
  refuseUnsafe(dataDir, address);
}

/** Saves the socket's address in the data folder, because the command line may have another temporary folder. */
export function writeOperatorAddress(dataDir: string, address: string): void {
  if (path.dirname(address) === dataDir) rmSync(getAddressFile(dataDir), { force: true });
  else writeFileSync(getAddressFile(dataDir), address, { mode: 0o600 });
}

export function readOperatorAddress(dataDir: string): string {
  const address = existsSync(getAddressFile(dataDir))
    ? readFileSync(getAddressFile(dataDir), "utf8").trim()
    : createOperatorAddress(dataDir);
  if (!isPipe && existsSync(dataDir)) refuseUnsafe(dataDir, address);
  return address;
}

const getAddressFile = (dataDir: string) => path.join(dataDir, "operator.path");

/**
 * Throws if the socket or its folder belongs to somebody other than the data's owner, root or this user, or if other
 * users can write to the folder. Also throws if the folder is in the system's temporary folder and others can read it.
 */
function refuseUnsafe(dataDir: string, address: string): void {
  const folder = path.dirname(address);
  const isOwnFolder = folder !== dataDir;
  // The `/.` follows a symbolic link. The owner may have moved the data folder and left a link in its place.
  const data = lstatOrNull(`${dataDir}/.`);
  const friends = new Set([data?.uid, process.geteuid?.(), 0]);
  const check = (place: string, stats: Stats | null, forbidden: number): string | null => {
    if (stats === null) return null;
    if (!friends.has(stats.uid)) return `${place} belongs to another user`;
    if (!stats.isDirectory() && place !== address) return `${place} is not a folder`;
    return (stats.mode & forbidden) === 0 ? null : `${place} is open to other users`;
  };
  const problem = isOwnFolder
    ? check(folder, lstatOrNull(folder), GROUP_AND_OTHERS)
    : check(folder, data, OTHERS_WRITE);
  const reason = problem ?? check(address, lstatOrNull(address), 0);
  if (reason === null) return;
  throw new UnsafeOperatorSocket(
    `The shop and the command line cannot use ${address}: ${reason}. ` +
      (isOwnFolder
        ? `Remove it, or give DATA_DIR a path of at most ${MAX_ADDRESS_BYTES - "/operator.sock".length} bytes.`
        : "Give it to the user who runs the shop, and to nobody else (chown, chmod go-w)."),
  );
}

const lstatOrNull = (file: string): Stats | null => lstatSync(file, { throwIfNoEntry: false }) ?? null;
