import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process works in this data folder. Two would silently lose each other's rows. */
export class FolderInUse extends Error {
  constructor(folder: string, holder: string, cause: unknown) {
    super(
      `The data folder ${folder} is in use by ${holder}. ` +
        "Stop that process first, give this one another folder with DATA_DIR, " +
        "or set DATABASE_URL to a PostgreSQL server, which serves any number of processes.",
      { cause },
    );
    this.name = "FolderInUse";
  }
}

/**
 * Takes the folder for this process alone and returns how to release it. @throws FolderInUse
 *
 * An exclusive SQLite transaction on a side file is a lock of the kernel: it ends with the process, even after
 * kill -9, holds between containers of one host, and works on Windows. A file with a process id does none of that.
 * Never open `<folder>.lock` in the process that holds it: closing any handle of a file drops a POSIX lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  const holder = `${folder}.holder`;
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (cause) {
    lock.close();
    throw new FolderInUse(folder, readHolder(holder), cause);
  }
  writeFileSync(holder, `process ${process.pid} on ${os.hostname()}, started ${getStartTime()}`);
  return () => {
    rmSync(holder, { force: true });
    lock.exec("rollback");
    lock.close();
  };
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "another process";
  }
}

const getStartTime = () => new Date(Date.now() - process.uptime() * 1000).toISOString();
