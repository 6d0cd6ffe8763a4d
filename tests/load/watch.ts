// Functions that measure a shop during a scenario: its response times, failed requests, live events and metrics.

import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Socket } from "socket.io-client";
import { calculatePercentile, type Figure } from "./scenario.ts";

const MOMENT_WITHIN_MS = 300_000;
const RESPONSE_WITHIN_MS = 30_000;
const EVENT_WITHIN_MS = 10_000;

/** Polls until `isThere` returns true. Returns the elapsed time in ms. @throws after `timeoutMs` */
export async function waitUntil(
  moment: string | (() => string),
  isThere: () => boolean | Promise<boolean>,
  lookEveryMs = 1,
  timeoutMs = MOMENT_WITHIN_MS,
): Promise<number> {
  const began = performance.now();
  while (!(await isThere())) {
    if (performance.now() - began > timeoutMs)
      throw new Error(`This did not happen in time: ${typeof moment === "string" ? moment : moment()}`);
    await sleep(lookEveryMs);
  }
  return performance.now() - began;
}

export interface WatchResult {
  path: string;
  /** The HTTP status; 0 if the request failed. */
  status: number;
  ms: number;
  retryAfter: boolean;
}

export function watch(shopUrl: string, paths: readonly string[], { token = "", everyMs = 50 } = {}) {
  const looks: WatchResult[] = [];
  const stopping = new AbortController();
  const visits = paths.map(async (path) => {
    while (!stopping.signal.aborted) {
      looks.push(await look(shopUrl, path, token));
      await sleep(everyMs);
    }
  });
  return {
    looks,
    async stop() {
      stopping.abort();
      await Promise.all(visits);
    },
  };
}

export async function look(shopUrl: string, path: string, token = ""): Promise<WatchResult> {
  const began = performance.now();
  const response = await fetch(shopUrl + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
  }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  return {
    path,
    status: response?.status ?? 0,
    ms: performance.now() - began,
    retryAfter: response?.headers.has("retry-after") ?? false,
  };
}

/** Returns the time in ms until the call returns 200; Infinity after the timeout. */
export async function waitUntilServed(
  shopUrl: string,
  path: string,
  token = "",
  timeoutMs = RESPONSE_WITHIN_MS,
): Promise<number> {
  const isServed = async () => (await look(shopUrl, path, token)).status === 200;
  return waitUntil(`${path} is served`, isServed, 20, timeoutMs).catch(() => Infinity);
}

export const findLongest = (looks: readonly WatchResult[]): number =>
  Math.max(0, ...looks.map(({ ms }) => ms));

export const listFailures = (looks: readonly WatchResult[]): string[] =>
  looks.filter(({ status }) => status !== 200).map(({ path, status }) => `${path}: ${status}`);

export const listWrong = (looks: readonly WatchResult[]): string[] =>
  looks
    .filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter))
    .map(({ path, status, retryAfter }) => `${path}: ${status}${retryAfter ? "" : " without Retry-After"}`);

export interface Responsiveness {
  address: string;
  requested: number;
  failed: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

/** Requests the URLs every `everyMs` ms. The returned function stops the requests and returns the figures. */
export function watchResponsiveness(
  addresses: readonly string[],
  everyMs = 25,
): () => Promise<Responsiveness[]> {
  const worker = new Worker(new URL("watch-thread.ts", import.meta.url), {
    workerData: { addresses, everyMs },
  });
  return async () => {
    worker.postMessage("end");
    const [seen] = (await once(worker, "message")) as [
      [address: string, { milliseconds: number[]; failed: number }][],
    ];
    await worker.terminate();
    return seen.map(([address, { milliseconds, failed }]) => {
      const at = (share: number) =>
        milliseconds.length === 0 ? Infinity : Math.round(calculatePercentile(milliseconds, share));
      const requested = milliseconds.length + failed;
      return { address, requested, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
    });
  };
}

export const findP95 = (others: readonly Responsiveness[]): number =>
  Math.max(...others.map(({ p95 }) => p95));

export const findP99 = (others: readonly Responsiveness[]): number =>
  Math.max(...others.map(({ p99 }) => p99));

export const toUnansweredFigure = (what: string, others: readonly Responsiveness[]): Figure => ({
  what,
  value: others.reduce((sum, { failed }) => sum + failed, 0),
  atMost: 0,
  isTimed: true,
});

/** Returns the time in ms until the event arrives; Infinity after ten seconds. */
export function waitForEvent(socket: Socket, event: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(Infinity), EVENT_WITHIN_MS);
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(performance.now() - began);
    });
  });
}

export async function readMetric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ")[1]);
}
