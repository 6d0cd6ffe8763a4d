import { runThread } from "./calls.ts";
import { calculatePercentile } from "./scenario.ts";
import { listFailures, type WatchResult } from "./watch.ts";

export interface LeanRequest {
  method: string;
  path: string;
  from: string;
  token?: string;
  body?: string;
  /** Additional header lines. Each ends with a line break. */
  headers?: string;
}

export interface CrowdLoad {
  url: string;
  requests: readonly LeanRequest[];
  times?: number;
  atOnce: number;
  /** The number of requests per second. By default, a connection sends its next request after each response. */
  aSecond?: number;
}

export interface CrowdResult {
  answers: WatchResult[];
  /** The number of requests that were not sent, because all connections were in use when they were due. */
  skipped: number;
  tookMs: number;
}

export const sendCrowd = (crowd: CrowdLoad): Promise<CrowdResult> =>
  runThread(new URL("crowd-thread.ts", import.meta.url), crowd);

export const calculateP99 = (answers: readonly WatchResult[]): number =>
  calculatePercentile(
    answers.map(({ ms }) => ms),
    0.99,
  );

export const listServed = ({ answers }: CrowdResult): WatchResult[] =>
  answers.filter(({ status }) => status === 200);

export const listRefused = ({ answers }: CrowdResult): WatchResult[] =>
  answers.filter(({ status, retryAfter }) => [429, 503].includes(status) && retryAfter);

/** Returns the responses that are neither 200 nor a refusal with Retry-After, except failed requests (status 0). */
export function listOdd(served: CrowdResult): string[] {
  const proper = new Set([...listServed(served), ...listRefused(served)]);
  return served.answers
    .filter((each) => each.status !== 0 && !proper.has(each))
    .map(({ path, status }) => `${path}: ${status}`);
}

export const buildPageRequest = (path: string, from = "127.0.0.1"): LeanRequest => ({
  method: "GET",
  path,
  from,
  headers: "accept-encoding: br\r\n",
});

/** Requests a page `times` times. @throws if a response is not 200 */
export async function requestPage(
  url: string,
  path: string,
  { times, atOnce }: { times: number; atOnce: number },
): Promise<void> {
  const { answers } = await sendCrowd({ url, atOnce, requests: [buildPageRequest(path)], times });
  const [refused] = listFailures(answers);
  if (refused !== undefined) throw new Error(refused);
}
