// What `npm run dev` runs as the shop: its engine is in the process that started it and stays there when this one ends.
// `node borrow-engine.ts server/main.ts vite`

import { EventEmitter } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Engine, engines } from "#platform/engine.ts";
import type { EngineCommand, EnginePort } from "#platform/engine-port.ts";
import type { EngineAnswer, EngineRequest } from "./lend-engine.ts";
import { importQuickly } from "./quick-imports.ts";

class ParentPort extends EventEmitter implements EnginePort {
  postMessage(message: Uint8Array | EngineCommand): void {
    if (process.connected) process.send?.(message);
  }
}

async function borrowEngine(folder: string): Promise<Engine> {
  const answered = new Promise<EngineAnswer>((resolve) => process.once("message", resolve));
  process.send?.({ folder } satisfies EngineRequest);
  const answer = await answered;
  if (answer !== "ready") throw new Error(answer.refused);
  const port = new ParentPort();
  process.on("message", (message) => port.emit("message", message));
  return { port, syncs: () => 0, close: async () => {} };
}

importQuickly();
const [entry = "", ...wanted] = process.argv.slice(2);
for (const name of wanted) import(name).catch(() => {}); // who asks for it gets the error
engines.start = borrowEngine;
// Who started this shop is gone, and its engine with it.
process.once("disconnect", () => process.exit(1));
await import(pathToFileURL(path.resolve(entry)).href);
