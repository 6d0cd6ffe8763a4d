import { Duplex } from "node:stream";
import { type EnginePort, TERMINATE } from "./engine-port.ts";

/** A stream `pg` takes for its socket: what it writes goes to the embedded engine, what that answers is read. */
export class EngineSocket extends Duplex {
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
    this.#engine.off("message", this.#onMessage);
    this.#engine.off("exit", this.#onExit);
    this.#send([TERMINATE]);
    done(error);
  }

  #send(parts: Uint8Array[]): void {
    const bytes = new Uint8Array(Buffer.concat(parts));
    this.#engine.postMessage(bytes, [bytes.buffer]);
  }
}
