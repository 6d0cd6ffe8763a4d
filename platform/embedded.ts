import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import type { Log } from "./log.ts";
import { WorkerSocket } from "./worker-socket.ts";

export interface EmbeddedWorkerData {
  folder: string;
  syncs: SharedArrayBuffer;
}

/** What the engine's thread is told beside the words of the wire protocol. */
export type WorkerMessage = "maintain" | "close" | { copyTo: string };

export interface Embedded {
  /** One connection: the engine has no more. */
  pool: pg.Pool;
  /** How often the engine waited for the disk since it started. */
  syncs(): number;
  /** Copies the folder as it is at one moment; no one is served while it is copied. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

const POSTGRES_VERSION = "18";
const MAINTAIN_EVERY_MS = 60_000;

/**
 * Opens the embedded PostgreSQL in `folder` (made if missing) or `memory://`, behind an ordinary `pg` pool.
 * A broken engine ends the process, unless it is `disposable`: then its queries fail.
 * @throws FolderInUse when another process has the folder.
 */
export async function openEmbedded(folder: string, log: Log, { disposable = false } = {}): Promise<Embedded> {
  const inMemory = folder === "memory://";
  const place = inMemory ? folder : path.resolve(folder);
  const unlock = inMemory ? () => {} : lockFolder(place);
  try {
    if (!inMemory) checkVersion(place);
    return await startWorker(place, unlock, log, disposable);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startWorker(
  folder: string,
  unlock: () => void,
  log: Log,
  disposable: boolean,
): Promise<Embedded> {
  const syncs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: { folder, syncs } satisfies EmbeddedWorkerData,
  });
  await ready(worker);
  const endProcess = (reason: unknown) => {
    if (disposable) return;
    log.fatal(
      { err: reason },
      "the embedded database stopped; start the shop again, nothing acknowledged is lost",
    );
    process.exit(1);
  };
  let gone = false;
  worker.once("exit", () => {
    gone = true;
  });
  worker.on("error", endProcess);
  worker.on("exit", endProcess);

  const pool = connectTo(worker);
  pool.on("error", (err) => log.error({ err }, "embedded database connection"));
  const maintenance = setInterval(() => worker.postMessage("maintain"), MAINTAIN_EVERY_MS).unref();

  return {
    pool,
    syncs: () => Atomics.load(new Int32Array(syncs), 0),
    copyTo: (to) => copyFolder(worker, to),
    async close() {
      clearInterval(maintenance);
      await pool.end();
      worker.off("exit", endProcess);
      if (!gone) {
        await new Promise((done) => {
          worker.once("exit", done);
          worker.postMessage("close");
        });
      }
      unlock();
    },
  };
}

function copyFolder(worker: Worker, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("message", function hear(message: unknown) {
      if (typeof message !== "object" || message === null || !("copied" in message)) return;
      worker.off("message", hear);
      if (typeof message.copied === "string")
        reject(new Error(`The data folder could not be copied: ${message.copied}`));
      else resolve();
    });
    worker.postMessage({ copyTo: to } satisfies WorkerMessage);
  });
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", () => {
      worker.off("error", reject);
      resolve();
    });
  });
}

const connectTo = (worker: Worker) =>
  new pg.Pool({
    max: 1,
    stream: () => new WorkerSocket(worker),
    user: "postgres",
    database: "postgres",
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  });

/** The engine reads only data of its own major version; a newer one starts from a dump. */
function checkVersion(folder: string): void {
  const file = path.join(folder, "PG_VERSION");
  if (!existsSync(file)) return;
  const found = readFileSync(file, "utf8").trim();
  if (found === POSTGRES_VERSION) return;
  throw new Error(
    `The data folder ${folder} holds data of PostgreSQL ${found}, but this shop's engine is ${POSTGRES_VERSION}. ` +
      "Make a backup with the version that wrote it and restore that backup here.",
  );
}
