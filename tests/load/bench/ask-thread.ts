import { parentPort, workerData } from "node:worker_threads";
import { openLeanConnection } from "../attack/lean-connection.ts";
import type { Visitors } from "./visitors.ts";

// Runs as a thread of its own; tests/load/bench/visitors.ts starts it.

const { port, path, count, atOnce } = workerData as Visitors;
const connections = Array.from({ length: atOnce }, () => openLeanConnection(port));
await Promise.all(connections.map(({ opened }) => opened));

let left = count;
let failed = 0;
const request = { method: "GET", path, from: "127.0.0.1", headers: "accept-encoding: br\r\n" };
const began = performance.now();
await Promise.all(
  connections.map(async (connection) => {
    while (left-- > 0) if ((await connection.ask(request)).status !== 200) failed++;
  }),
);
parentPort?.postMessage({ tookMs: performance.now() - began, failed });
