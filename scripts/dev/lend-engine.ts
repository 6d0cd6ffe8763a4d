import type { ChildProcess } from "node:child_process";
import { type Engine, startEngine } from "#platform/engine.ts";
import { type EngineCommand, isTerminate, TERMINATE } from "#platform/engine-port.ts";

/** What a shop asks first: the engine of this folder. Then it is sent `ready`, or why not. */
export interface EngineRequest {
  folder: string;
}

export type EngineAnswer = "ready" | { refused: string };

export interface EngineLender {
  /** Lets a shop use the engine from `turn` on until its process ends. */
  serve(shop: ChildProcess, turn: Promise<unknown>): void;
  close(): Promise<void>;
}

/** An embedded engine that stays open while the shops that use it come and go, one after another. */
export function lendEngine(): EngineLender {
  let opened: { folder: string; engine: Promise<Engine> } | null = null;
  let user: ChildProcess | null = null;
  /** Who sent what is not answered yet, in order: a shop that is gone does not leave its answers to the next one. */
  const senders: ChildProcess[] = [];

  const start = async (folder: string): Promise<Engine> => {
    const engine = await startEngine(folder);
    engine.port.on("message", (message: unknown) => {
      const sender = message instanceof Uint8Array ? senders.shift() : user;
      if (sender) send(sender, message as object);
    });
    return engine;
  };
  const close = async () => {
    const engine = opened?.engine;
    opened = null;
    await engine?.then(
      (open) => open.close(),
      () => {},
    );
  };
  const open = async (folder: string): Promise<Engine> => {
    if (opened?.folder !== folder) await close();
    opened ??= { folder, engine: start(folder) };
    return opened.engine;
  };

  const lend = async (shop: ChildProcess, { folder }: EngineRequest) => {
    const { port } = await open(folder);
    user = shop;
    shop.on("message", (message: Uint8Array | EngineCommand) => {
      if (message instanceof Uint8Array && !isTerminate(message)) senders.push(shop);
      port.postMessage(message);
    });
    shop.once("disconnect", () => port.postMessage(TERMINATE));
  };

  return {
    serve(shop, turn) {
      shop.once("message", (request: EngineRequest) => {
        turn
          .then(() => lend(shop, request))
          .then(
            () => send(shop, "ready"),
            async (cause: unknown) => {
              await close();
              send(shop, { refused: cause instanceof Error ? cause.message : String(cause) });
            },
          );
      });
    },
    close,
  };
}

/** One that has just ended needs it no more. */
function send(shop: ChildProcess, message: EngineAnswer | object): void {
  if (shop.connected) shop.send(message, () => {});
}
