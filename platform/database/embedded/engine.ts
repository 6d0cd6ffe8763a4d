import { existsSync, readFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { getThreadFile, resolveFromRoot } from "../../storage/package-files.ts";
import { type EventEmitter, once } from "node:events";
import os from "node:os";
import { DatabaseSync } from "node:sqlite";

interface Engine {
  port: EnginePort;
  close(): Promise<void>;
}

const POSTGRES_VERSION = "18";

export async function startEngine(folder: string, spareBytes: number): Promise<Engine> {
  if (isInMemory(folder)) return startThread(folder, spareBytes);
  const place = path.resolve(folder);
  const unlock = lockFolder(place);
  try {
    checkVersion(place);
    const engine = await startThread(place, spareBytes);
    return { ...engine, close: () => engine.close().then(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startThread(folder: string, spareBytes: number): Promise<Engine> {
  const worker = new Worker(getThreadFile("embedded-worker", import.meta.url), {
    workerData: { folder, spareBytes } satisfies EngineThreadData,
  });
  await once(worker, "message"); // The engine is ready.
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return {
    port: worker,
    close() {
      worker.postMessage("close");
      return ended;
    },
  };
}

function checkVersion(folder: string): void {
  const file = path.join(folder, "PG_VERSION");
  if (!existsSync(file)) return;
  const version = readFileSync(file, "utf8").trim();
  if (version === POSTGRES_VERSION) return;
  throw new Error(
    `The data folder ${folder} contains data of PostgreSQL ${version}, but this version of the shop uses PostgreSQL ${POSTGRES_VERSION}. ` +
      "Make a backup with the version of the shop that wrote the data, and restore that backup here.",
  );
}

export interface EngineThreadData {
  folder: string;
  spareBytes: number;
}

/** A command that PostgreSQL's wire protocol does not have. */
export type EngineCommand = "maintain" | "close" | { copyTo: string };

export interface EnginePort extends EventEmitter {
  postMessage(message: Uint8Array | EngineCommand, transfer?: ArrayBuffer[]): void;
}

/** The prefix of an in-memory database's address. A path after it names a dump that the engine loads. */
export const IN_MEMORY = "memory://";

export const isInMemory = (folder: string): boolean => folder.startsWith(IN_MEMORY);

export const TERMINATE: Uint8Array = Buffer.from([0x58, 0, 0, 0, 4]);

export const isTerminate = (message: Uint8Array): boolean => message[0] === TERMINATE[0];

/** Thrown if another process uses the data folder, because two processes would overwrite each other's data. */
export class FolderInUse extends Error {
  constructor(folder: string, holder: string, cause: unknown) {
    super(
      `The data folder ${folder} is in use by ${holder}. ` +
        "Stop that process first, give this process another folder with DATA_DIR, " +
        "or set DATABASE_URL to a PostgreSQL server, which serves any number of processes.",
      { cause },
    );
    this.name = "FolderInUse";
  }
}

/**
 * Locks the folder by an exclusive SQLite transaction on `<folder>.lock`. The returned function unlocks it, and so does
 * the end of the process. The process must not open that file again, because closing any handle of a file releases its
 * POSIX lock. @throws FolderInUse
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
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  writeFileSync(holder, `process ${process.pid} on ${os.hostname()}, started ${startedAt}`);
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

const engine = resolveFromRoot("node_modules/@electric-sql/pglite/package.json");
const { version } = JSON.parse(readFileSync(engine, "utf8")) as { version: string };

/** An empty database, created by the build. Without it, a first start takes seconds and 600 MB for initdb. */
export const EMPTY_DATABASE = resolveFromRoot("dist", `.database-${version}`);
