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
  const state: State = { opened: null, user: null, senders: [] };
  return {
    serve(shop, turn) {
      shop.once("message", (request: EngineRequest) => {
        turn
          .then(() => lend(state, shop, request))
          .then(
            () => send(shop, "ready"),
            async (cause: unknown) => {
              await close(state);
              send(shop, { refused: cause instanceof Error ? cause.message : String(cause) });
            },
          );
      });
    },
    close: () => close(state),
  };
}

interface State {
  opened: { folder: string; engine: Promise<Engine> } | null;
  user: ChildProcess | null;
  /** Who sent what is not answered yet, in order: a shop that is gone does not leave its answers to the next one. */
  senders: ChildProcess[];
}

async function lend(state: State, shop: ChildProcess, { folder }: EngineRequest): Promise<void> {
  const { port } = await open(state, folder);
  state.user = shop;
  shop.on("message", (message: Uint8Array | EngineCommand) => {
    if (message instanceof Uint8Array && !isTerminate(message)) state.senders.push(shop);
    port.postMessage(message);
  });
  shop.once("disconnect", () => port.postMessage(TERMINATE));
}

async function open(state: State, folder: string): Promise<Engine> {
  if (state.opened?.folder !== folder) await close(state);
  state.opened ??= { folder, engine: start(state, folder) };
  return state.opened.engine;
}

async function start(state: State, folder: string): Promise<Engine> {
  const engine = await startEngine(folder);
  engine.port.on("message", (message: unknown) => {
    const sender = message instanceof Uint8Array ? state.senders.shift() : state.user;
    if (sender) send(sender, message as object);
  });
  return engine;
}

async function close(state: State): Promise<void> {
  const engine = state.opened?.engine;
  state.opened = null;
  await engine?.then(
    (opened) => opened.close(),
    () => {},
  );
}

/** One that has just ended needs it no more. */
function send(shop: ChildProcess, message: EngineAnswer | object): void {
  if (shop.connected) shop.send(message, () => {});
}
