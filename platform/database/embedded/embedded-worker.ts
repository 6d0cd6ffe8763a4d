// This module runs in a worker thread, so that the engine's work, including disk writes, does not block the web server.
// The message port carries PostgreSQL's wire protocol, so the engine needs no TCP port or socket file.
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { isSpareOnly } from "../../storage/disk-space.ts";
import {
  EMPTY_DATABASE,
  type EngineCommand,
  type EngineThreadData,
  IN_MEMORY,
  isInMemory,
  isTerminate,
} from "./engine.ts";
import { makePrivate, syncFiles } from "../../storage/private-files.ts";
import { nameSourcesInStacks } from "../../observe/source-stacks.ts";

interface EngineExports {
  _strlen?: (text: number) => number;
  _raw_parser?: (statement: number, mode: number) => number;
  stackSave?: () => number;
  stackRestore?: (stack: number) => void;
}

const SOME_TEXT = 1_024;

const NOWHERE = -16;

const NO_FUNCTION = 0;
const EVERY_FUNCTION = -1;

/**
 * Prevents V8's optimizing compiler from compiling the engine's SQL parser (100 KB) at each start, which takes 600 MB
 * and half a second. V8 decides at a function's first call whether to optimize it. So call the parser once while a flag
 * disables that compiler. The call fails at once, because the address NOWHERE is invalid.
 */
function compileParserOnce(engine: EngineExports): void {
  const { _strlen, _raw_parser, stackSave, stackRestore } = engine;
  if (!_strlen || !_raw_parser || !stackSave || !stackRestore)
    throw new Error(
      "This version of PGlite exports different functions. Check embedded-worker.ts before you use this version.",
    );
  // The parser calls `_strlen`, which V8 may optimize. So call `_strlen` before the flag disables the compiler.
  _strlen(SOME_TEXT);
  const stack = stackSave();
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`);
  try {
    _raw_parser(NOWHERE, 0);
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === "RuntimeError")) throw cause;
  } finally {
    setFlagsFromString(`--wasm-tier-up-filter=${EVERY_FUNCTION}`);
    stackRestore(stack);
  }
}

const { folder, spareBytes } = workerData as EngineThreadData;

interface FilesOnNode {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
  doSetAttr(file: unknown, node: unknown, attributes: { mode?: number | null }, ...args: unknown[]): void;
}

/** PGlite's file system with private file modes and fsync. Without fsync, a power cut would lose orders. */
class PrivateSyncedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const result = await super.init(...args);
    result.emscriptenOpts.preRun?.push((module) => {
      const files = module.NODEFS as Partial<FilesOnNode> | undefined;
      const { stream_ops: ops, doSetAttr } = files ?? {};
      if (!files || !doSetAttr || !ops || ops.fsync)
        throw new Error(
          "This version of PGlite has other internal functions than those with which the shop protects its data files. Adapt embedded-worker.ts, or install the earlier version.",
        );
      files.doSetAttr = (file, node, { mode, ...others }, ...args) =>
        doSetAttr(
          file,
          node,
          typeof mode === "number" ? { ...others, mode: mode & ~0o077 } : others,
          ...args,
        );
      ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    });
    result.emscriptenOpts.preRun?.push((module) => compileParserOnce(module));
    return result;
  }
}

const SETTINGS = {
  wal_sync_method: "fsync",
  min_wal_size: "32MB",
  max_wal_size: "64MB",
  shared_buffers: "64MB",
};
const startParams = [
  ...PGlite.defaultStartParams.filter((flag) => flag !== "-F"), // -F disables fsync
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

async function open(): Promise<PGlite> {
  const dump = isInMemory(folder) ? folder.slice(IN_MEMORY.length) : null;
  if (dump !== null) return PGlite.create(dump ? { loadDataDir: new Blob([readFileSync(dump)]) } : {});
  if (!existsSync(folder)) await make();
  return PGlite.create({ fs: new PrivateSyncedFiles(folder), startParams });
}

/** Creates the folder under a temporary name and renames it when complete, because the process may be killed. */
async function make(): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  if (existsSync(EMPTY_DATABASE)) {
    cpSync(EMPTY_DATABASE, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await makePrivate(unfinished);
  } else {
    const fresh = await PGlite.create({ fs: new PrivateSyncedFiles(unfinished), startParams });
    await fresh.close();
  }
  renameSync(unfinished, folder);
  if (process.platform === "win32") return;
  syncFolder(path.dirname(folder));
  void syncFiles(folder); // Not awaited, because syncing a thousand files takes long, and they contain no data yet.
}

function syncFolder(parent: string): void {
  const handle = openSync(parent, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Replaces autovacuum and the checkpointer, which PGlite lacks. Without checkpoints, the WAL only grows. */
async function maintain(lite: PGlite): Promise<void> {
  if (lite.isInTransaction() || isDiskFull()) return;
  const { rows } = await lite.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  );
  for (const { name } of rows) await lite.exec(`vacuum (analyze) ${name}`);
  await lite.exec("checkpoint");
}

/** Copies the data folder. PostgreSQL recovers the copy at its first start. Returns an error message, if any. */
async function copy(lite: PGlite, to: string): Promise<string | null> {
  try {
    if (!lite.isInTransaction()) await lite.exec("checkpoint");
    cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return null;
  } catch (cause) {
    rmSync(to, { recursive: true, force: true });
    return String(cause);
  }
}

let isReadOnly = false;

/** Makes PostgreSQL refuse writes (25006) while the disk is full. Otherwise, the engine would crash in a commit. */
async function followDisk(lite: PGlite): Promise<void> {
  const isFull = isDiskFull();
  if (lite.isInTransaction()) {
    // Ignore the error: an aborted transaction cannot write anyway.
    if (isFull) await lite.exec("set transaction_read_only = on").catch(() => {});
  } else if (isFull !== isReadOnly) {
    await lite.exec(`set default_transaction_read_only = ${isFull ? "on" : "off"}`);
    isReadOnly = isFull;
  }
}

const isDiskFull = () => !isInMemory(folder) && isSpareOnly(folder, spareBytes);

/** Resets the session for the next client. The previous client may have disconnected inside a transaction. */
async function resetSession(lite: PGlite): Promise<void> {
  if (lite.isInTransaction()) await lite.exec("rollback");
  await lite.exec("discard all");
  isReadOnly = false;
}

async function serve(): Promise<void> {
  if (!parentPort) throw new Error("embedded-worker.ts must run as a worker thread.");
  const port = parentPort;
  const lite = await open();

  const handleMessage = async (message: Uint8Array | EngineCommand) => {
    if (lite.closed) return;
    if (message === "maintain") await maintain(lite);
    else if (message === "close") {
      await lite.close();
      port.close();
    } else if ("copyTo" in message) port.postMessage({ copied: await copy(lite, message.copyTo) });
    else if (isTerminate(message)) await resetSession(lite);
    else {
      await followDisk(lite);
      const reply = (await lite.execProtocolRaw(message)).slice();
      port.postMessage(reply, [reply.buffer]);
    }
  };

  let queue = Promise.resolve();
  port.on("message", (message: Uint8Array | EngineCommand) => {
    queue = queue.then(() => handleMessage(message)).catch(crash);
  });
  port.postMessage("ready");
}

/** Ends this thread and, unless the engine is disposable, the process. The next start replays the write-ahead log. */
function crash(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

nameSourcesInStacks();
await serve();
