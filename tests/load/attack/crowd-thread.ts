// A worker thread that sends the requests of many visitors. overload.ts starts it.

import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { links } from "#contract/links.ts";
import { updateCart } from "#shop/cart/endpoints.ts";
import { findProducts } from "#shop/catalogue/endpoints.ts";
import { calculatePercentile, createStrangerAddress, repeatTimes } from "../calls.ts";
import { type LeanResponse, type LeanRequest, openLeanConnection } from "../lean-connection.ts";

/** The number of connections that a reverse proxy would keep open to the shop. */
const CONNECTIONS = 512;

/** The load: either a number of visitors with one request at a time each, or a fixed number of requests a second. */
export type CrowdLoad = {
  shopUrl: string;
  seconds: number;
  /** The access tokens of customers whose carts contain the product `productId`. */
  tokens: readonly string[];
  productId: string;
  /** The number of the crowd's first request. Numbers differ between crowds, so no request is sent twice. */
  first: number;
} & ({ atOnce: number } | { aSecond: number });

export const kinds = ["page", "search", "cart"] as const;
export type Kind = (typeof kinds)[number];

export interface CrowdResult {
  sent: number;
  /** The number of requests that were served in time, by kind. */
  served: Record<Kind, number>;
  servedP99: number;
  refused: number;
  refusedP99: number;
  /** Responses that are neither 200 nor a refusal with Retry-After. */
  odd: string[];
  /** The number of requests without a response. */
  unanswered: number;
  /** The number of requests that were skipped, because all connections were in use when they were due. */
  late: number;
}

async function send(crowd: CrowdLoad): Promise<CrowdResult> {
  const port = Number(new URL(crowd.shopUrl).port);
  const count = "atOnce" in crowd ? crowd.atOnce : CONNECTIONS;
  const free = repeatTimes(count, () => openLeanConnection(port));
  await Promise.all(free.map(({ opened }) => opened));
  const answers: (LeanResponse & { kind: Kind; inTime: boolean })[] = [];
  let [sent, late] = [0, 0];
  const began = performance.now();
  const until = began + crowd.seconds * 1_000;

  const ask = async () => {
    const connection = free.pop();
    if (!connection) return void late++;
    const place = sent++;
    const kind = kinds[place % kinds.length] ?? "page";
    const answer = await connection.ask(buildRequest(crowd, kind, place));
    free.push(connection);
    answers.push({ ...answer, kind, inTime: performance.now() <= until });
  };
  const visit = async () => {
    while (performance.now() < until) await ask();
  };
  const flood = async (aSecond: number) => {
    const underWay: Promise<void>[] = [];
    while (performance.now() < until) {
      const due = ((performance.now() - began) / 1_000) * aSecond;
      while (underWay.length < due) underWay.push(ask());
      await sleep(1);
    }
    await Promise.all(underWay);
  };
  await ("atOnce" in crowd ? Promise.all(repeatTimes(crowd.atOnce, visit)) : flood(crowd.aSecond));

  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, retryAfter }) => [429, 503].includes(status) && retryAfter);
  const unanswered = answers.filter(({ status }) => status === 0);
  const proper = new Set([...served, ...refused, ...unanswered]);
  const odd = answers.filter((each) => !proper.has(each));
  const countInTime = (wanted: Kind) => served.filter(({ kind, inTime }) => inTime && kind === wanted).length;
  return {
    sent,
    served: { page: countInTime("page"), search: countInTime("search"), cart: countInTime("cart") },
    servedP99: calculateP99(served),
    refused: refused.length,
    refusedP99: calculateP99(refused),
    odd: odd.slice(0, 100).map(({ kind, status }) => `${kind} ${status}`),
    unanswered: unanswered.length,
    late,
  };
}

/** Returns a unique request within the shop's price range, for which the cache has no entry. */
function buildRequest({ first, tokens, productId }: CrowdLoad, kind: Kind, place: number): LeanRequest {
  const mark = (100 + ((place + first) % 60_000) / 100).toFixed(2);
  const from = createStrangerAddress(place % 3_000);
  if (kind === "page") return { method: "GET", path: links.products({ minPrice: mark }), from };
  if (kind === "search")
    return { method: "GET", path: `${findProducts.path}?q=${encodeURIComponent(`bowl ${mark}`)}`, from };
  const turn = Math.floor(place / kinds.length);
  const token = tokens[turn % tokens.length] ?? "";
  const body = JSON.stringify({ productId, quantity: 1 + (turn % 5) });
  return { method: updateCart.method, path: updateCart.path, from, token, body };
}

const calculateP99 = (some: readonly LeanResponse[]): number =>
  calculatePercentile(
    some.map(({ ms }) => ms),
    0.99,
  );

if (!isMainThread) parentPort?.postMessage(await send(workerData as CrowdLoad));
