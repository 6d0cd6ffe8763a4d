import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { SPARE_BYTES } from "../../storage/disk-space.ts";
import { type EnginePort, type EngineThreadData, IN_MEMORY } from "./engine-port.ts";
import { lockFolder } from "./folder-lock.ts";
import { getThreadFile } from "../../storage/package-files.ts";

/** The embedded PostgreSQL, started and ready. */
export interface Engine {
  port: EnginePort;
  close(): Promise<void>;
}

const POSTGRES_VERSION = "18";

/**
 * Starts the embedded PostgreSQL in `folder` (made if missing) or in memory, on a thread of its own.
 * @throws FolderInUse when another process has the folder.
 */
export async function startEngine(folder: string, spareBytes = SPARE_BYTES): Promise<Engine> {
  if (folder === IN_MEMORY) return startThread(folder, spareBytes);
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
  await awaitReady(worker);
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return {
    port: worker,
    close() {
      worker.postMessage("close");
      return ended;
    },
  };
}

function awaitReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", () => {
      worker.off("error", reject);
      resolve();
    });
  });
}

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
