import { parentPort, workerData } from "node:worker_threads";
import { openLeanConnection } from "../attack/lean-connection.ts";
import type { Customers, Served } from "./customers.ts";

// Runs as a thread of its own; tests/load/bench/customers.ts starts it.

const { port, atOnce, visits } = workerData as Customers;
const connections = Array.from({ length: atOnce }, () => openLeanConnection(port));
await Promise.all(connections.map(({ opened }) => opened));

const waiting = [...visits];
const ms: number[] = [];
const refused: string[] = [];
const began = performance.now();
await Promise.all(
  connections.map(async (connection) => {
    for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
      const visitBegan = performance.now();
      for (const request of visit) {
        const { status } = await connection.ask(request);
        if (status !== 200) refused.push(`${request.method} ${request.path}: ${status}`);
      }
      ms.push(performance.now() - visitBegan);
    }
  }),
);
parentPort?.postMessage({ ms, refused, tookMs: performance.now() - began } satisfies Served);
