import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Visitors who ask for the same address again and again. */
export interface Visitors {
  port: number;
  path: string;
  count: number;
  atOnce: number;
}

/** Sends from a thread of its own, so that reading the answers does not delay sending. */
export async function visit(visitors: Visitors): Promise<{ tookMs: number; failed: number }> {
  const worker = new Worker(new URL("ask-thread.ts", import.meta.url), { workerData: visitors });
  const [visited] = (await once(worker, "message")) as [{ tookMs: number; failed: number }];
  await worker.terminate();
  return visited;
}
