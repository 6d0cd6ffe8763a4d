import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Customers who each order three pieces, so many at once, until every token is used once. */
export interface Buyers {
  port: number;
  tokens: readonly string[];
  atOnce: number;
  productIds: readonly string[];
  address: object;
}

export interface Bought {
  ms: number[];
  /** The status of each answer that was no order. */
  others: string[];
  tookMs: number;
}

/** Sends from a thread of its own, so that reading the answers does not delay sending. */
export async function buy(buyers: Buyers): Promise<Bought> {
  const worker = new Worker(new URL("order-thread.ts", import.meta.url), { workerData: buyers });
  const [bought] = (await once(worker, "message")) as [Bought];
  await worker.terminate();
  return bought;
}
