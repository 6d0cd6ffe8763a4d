import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";

// This file runs in a worker thread. In the main thread, the load program's other work would delay the measurement.

const { addresses, everyMs } = workerData as { addresses: string[]; everyMs: number };
const seen = new Map<string, { milliseconds: number[]; failed: number }>(
  addresses.map((address) => [address, { milliseconds: [], failed: 0 }]),
);
const headers = { "accept-encoding": "br" };

const timer = setInterval(() => addresses.forEach(ask), everyMs);

function ask(address: string): void {
  const figures = seen.get(address);
  const from = performance.now();
  // Opens a new connection for each request, like the first request of a new visitor.
  const request = address.startsWith("https:") ? requestHttps : requestHttp;
  const options = { agent: false, headers, timeout: 10_000, rejectUnauthorized: false };
  const requested = request(address, options, (answer) => {
    answer.resume().on("end", () => {
      if (answer.statusCode === 200) figures?.milliseconds.push(performance.now() - from);
      else if (figures) figures.failed++;
    });
  });
  requested.on("timeout", () => requested.destroy());
  requested.on("error", () => figures && figures.failed++);
  requested.end();
}

parentPort?.once("message", () => {
  clearInterval(timer);
  parentPort?.postMessage([...seen]);
});
