import { setTimeout as sleep } from "node:timers/promises";

/** One call of a visitor, as it came out. */
export interface Look {
  path: string;
  /** 0: no answer at all. */
  status: number;
  ms: number;
  retryAfter: boolean;
}

export interface Watch {
  looks: Look[];
  stop(): Promise<void>;
}

const TIMEOUT_MS = 30_000;

/** Calls each path again and again, one call after the other, and notes how it came out. */
export function watch(shopUrl: string, paths: readonly string[], { token = "", everyMs = 50 } = {}): Watch {
  const looks: Look[] = [];
  const stopping = new AbortController();
  const visit = async (path: string) => {
    while (!stopping.signal.aborted) {
      looks.push(await look(shopUrl, path, token));
      await sleep(everyMs);
    }
  };
  const visits = paths.map(visit);
  return {
    looks,
    async stop() {
      stopping.abort();
      await Promise.all(visits);
    },
  };
}

export async function look(shopUrl: string, path: string, token = ""): Promise<Look> {
  const began = performance.now();
  const answered = await fetch(shopUrl + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  await answered?.arrayBuffer().catch(() => {});
  return {
    path,
    status: answered?.status ?? 0,
    ms: performance.now() - began,
    retryAfter: answered?.headers.has("retry-after") ?? false,
  };
}

/** How long until a path answers 200, however often it has to be asked. */
export async function waitUntilServed(
  shopUrl: string,
  path: string,
  token = "",
  timeoutMs = TIMEOUT_MS,
): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    if ((await look(shopUrl, path, token)).status === 200) break;
    await sleep(20);
  }
  return performance.now() - began;
}

export const findLongest = (looks: readonly Look[]): number => Math.max(0, ...looks.map(({ ms }) => ms));

/** `/healthz: 503` for every answer that should have been 200. */
export const listFailures = (looks: readonly Look[]): string[] =>
  looks.filter(({ status }) => status !== 200).map(({ path, status }) => `${path}: ${status}`);

/** Answers that are neither what was asked for nor a proper 'later'. */
export const listWrong = (looks: readonly Look[]): string[] =>
  looks
    .filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter))
    .map(({ path, status, retryAfter }) => `${path}: ${status}${retryAfter ? "" : " without Retry-After"}`);
