import pg from "pg";
import { SPARE_BYTES } from "../../storage/disk-space.ts";
import { startEngine, type EngineCommand, type EnginePort, TERMINATE } from "./engine.ts";
import { writeTogether } from "../client-connection.ts";
import type { Log } from "../../observe/log.ts";
import { nameStatements, type StatementNames } from "../named-statements.ts";
import { Duplex } from "node:stream";

const MAINTAIN_EVERY_MS = 60_000;

/**
 * Opens the embedded engine. `folder` is a path or begins with `memory://`. If the engine crashes, the process ends;
 * with `disposable`, only the queries fail. With less than `spareBytes` of free disk space, the engine refuses writes.
 * @throws FolderInUse
 */
export async function openEmbedded(
  folder: string,
  log: Log,
  { disposable = false, spareBytes = SPARE_BYTES } = {},
) {
  const engine = await startEngine(folder, spareBytes);
  const { port } = engine;
  const endProcess = (reason: unknown) => {
    if (disposable) return;
    log.fatal(
      { err: reason },
      "the embedded database stopped. Start the shop again; all confirmed data is stored",
    );
    process.exit(1);
  };
  port.on("error", endProcess);
  port.on("exit", endProcess);

  const pool = connectTo(port);
  pool.on("error", (err) => log.error({ err }, "embedded database connection"));
  const names: StatementNames = new Map();
  pool.on("connect", (client) => {
    nameStatements(client, log, names);
    writeTogether(client);
  });
  const maintenance = setInterval(() => port.postMessage("maintain"), MAINTAIN_EVERY_MS).unref();

  const close = async (): Promise<void> => {
    clearInterval(maintenance);
    await pool.end();
    port.off("exit", endProcess);
    await engine.close();
  };
  return { pool, copyTo: (to: string) => copyFolder(port, to), close, [Symbol.asyncDispose]: close };
}

function copyFolder(port: EnginePort, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    port.on("message", function hear(message: unknown) {
      if (typeof message !== "object" || message === null || !("copied" in message)) return;
      port.off("message", hear);
      if (typeof message.copied === "string")
        reject(new Error(`The data folder could not be copied: ${message.copied}`));
      else resolve();
    });
    port.postMessage({ copyTo: to } satisfies EngineCommand);
  });
}

const connectTo = (port: EnginePort) =>
  new pg.Pool({
    max: 1,
    stream: () => new EngineSocket(port),
    user: "postgres",
    database: "postgres",
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    pipeline: true,
  });

class EngineSocket extends Duplex {
  readonly #engine: EnginePort;
  readonly #onMessage = (message: unknown) => {
    if (message instanceof Uint8Array) this.push(message);
  };

  readonly #onExit = () => void this.destroy(new Error("The embedded database stopped."));

  constructor(engine: EnginePort) {
    super();
    this.#engine = engine;
    engine.on("message", this.#onMessage);
    engine.once("exit", this.#onExit);
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  // `pg` also calls these methods of net.Socket, which have no effect here.
  readonly setNoDelay = (): this => this;
  readonly setKeepAlive = (): this => this;
  readonly ref = (): this => this;
  readonly unref = (): this => this;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#send([chunk]);
    callback();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    callback();
  }

  override _final(callback: () => void): void {
    callback();
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#engine.off("message", this.#onMessage);
    this.#engine.off("exit", this.#onExit);
    this.#send([TERMINATE]);
    callback(error);
  }

  #send(parts: Uint8Array[]): void {
    const bytes = new Uint8Array(Buffer.concat(parts));
    this.#engine.postMessage(bytes, [bytes.buffer]);
  }
}
