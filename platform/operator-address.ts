import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A unix socket's address is 108 bytes at most, on some systems 104. */
const LONGEST_ADDRESS = 100;

/**
 * Where the shop with this data folder listens for its operator: a socket in the folder itself, a named pipe on
 * Windows, or, where the folder's name is too long for a socket, one in the temporary folder.
 */
export function createOperatorAddress(dataDir: string): string {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\taruva-${hash}`;
  const inFolder = path.join(dataDir, "operator.sock");
  return Buffer.byteLength(inFolder) <= LONGEST_ADDRESS
    ? inFolder
    : path.join(os.tmpdir(), `taruva-${hash}.sock`);
}

/** Leaves word in the data folder: the command line may have another temporary folder than the shop. */
export function writeOperatorAddress(dataDir: string, address: string): void {
  if (path.dirname(address) === dataDir) rmSync(getAddressFile(dataDir), { force: true });
  else writeFileSync(getAddressFile(dataDir), address, { mode: 0o600 });
}

/** Where to knock. */
export const readOperatorAddress = (dataDir: string): string =>
  existsSync(getAddressFile(dataDir))
    ? readFileSync(getAddressFile(dataDir), "utf8").trim()
    : createOperatorAddress(dataDir);

const getAddressFile = (dataDir: string) => path.join(dataDir, "operator.path");
