import { parentPort, workerData } from "node:worker_threads";
import { openLeanConnection } from "../lean-connection.ts";
import type { BenchLoad, BenchResult } from "./visits.ts";

// The worker thread of visits.ts. It sends requests and reads responses outside the main thread, so that other work
// does not delay them.

const { port, atOnce, visits, times } = workerData as BenchLoad;
const connections = Array.from({ length: atOnce }, () => openLeanConnection(port));
await Promise.all(connections.map(({ opened }) => opened));

const waiting = Array.from({ length: times }, () => visits).flat();
const served: BenchResult = { ms: [], refused: [], tookMs: 0 };
const began = performance.now();
await Promise.all(
  connections.map(async ({ ask }) => {
    for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
      const visitBegan = performance.now();
      for (const request of visit) {
        const { status } = await ask(request);
        if (status !== 200) served.refused.push(`${request.method} ${request.path}: ${status}`);
      }
      served.ms.push(performance.now() - visitBegan);
    }
  }),
);
served.tookMs = performance.now() - began;
parentPort?.postMessage(served);
