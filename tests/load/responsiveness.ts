import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** How quickly one address was answered while something else went on. */
export interface Responsiveness {
  address: string;
  requested: number;
  /** Answers that were no 200, or never came. */
  failed: number;
  p50: number;
  p99: number;
  most: number;
}

/** Asks the addresses every `everyMs` from a thread of its own; what it returns ends that and gives the figures. */
export function watchResponsiveness(
  addresses: readonly string[],
  everyMs = 25,
): () => Promise<Responsiveness[]> {
  const worker = new Worker(new URL("watch.ts", import.meta.url), { workerData: { addresses, everyMs } });
  return async () => {
    worker.postMessage("end");
    const [seen] = (await once(worker, "message")) as [Seen[]];
    await worker.terminate();
    return seen.map(([address, { milliseconds, failed }]) => {
      const sorted = milliseconds.toSorted((one, other) => one - other);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity);
      return { address, requested: sorted.length + failed, failed, p50: at(0.5), p99: at(0.99), most: at(1) };
    });
  };
}

type Seen = [address: string, figures: { milliseconds: number[]; failed: number }];
