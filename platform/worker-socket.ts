import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";

/** What `pg` sends when it hangs up; the worker then leaves a clean session for the next client. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** A stream `pg` takes for its socket: what it writes goes to the database's thread, what that answers is read. */
export class WorkerSocket extends Duplex {
  readonly #worker: Worker;
  readonly #onMessage = (message: unknown) => {
    if (message instanceof Uint8Array) this.push(message);
  };

  readonly #onExit = () => void this.destroy(new Error("The embedded database stopped."));

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on("message", this.#onMessage);
    worker.once("exit", this.#onExit);
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  // The parts of net.Socket that `pg` calls and a message port has no use for.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  /** The messages of one query arrive corked together and must travel together. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    done();
    this.push(null);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off("message", this.#onMessage);
    this.#worker.off("exit", this.#onExit);
    this.#send([TERMINATE]);
    done(error);
  }

  #send(parts: Buffer[]): void {
    const bytes = new Uint8Array(Buffer.concat(parts));
    this.#worker.postMessage(bytes, [bytes.buffer]);
  }
}
