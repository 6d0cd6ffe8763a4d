import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { links } from "#contract/links.ts";
import { updateCart } from "#shop/cart/endpoints.ts";
import { findProducts } from "#shop/catalogue/endpoints.ts";
import { calculatePercentile, createStrangerAddress, repeatTimes } from "./calls.ts";
import { type Crowd, type Kind, kinds, type Served } from "./crowd.ts";
import { type LeanAnswer, type LeanRequest, openLeanConnection } from "./lean-connection.ts";

// Runs as a thread of its own; tests/load/attack/overload.ts starts it.

/** As many as a reverse proxy keeps open. */
const CONNECTIONS = 512;

const crowd = workerData as Crowd;
const port = Number(new URL(crowd.shopUrl).port);
const free = repeatTimes("atOnce" in crowd ? crowd.atOnce : CONNECTIONS, () => openLeanConnection(port));
await Promise.all(free.map(({ opened }) => opened));

const answers: (LeanAnswer & { kind: Kind; inTime: boolean })[] = [];
const underWay = new Set<Promise<void>>();
let [sent, late] = [0, 0];
const until = performance.now() + crowd.seconds * 1_000;

if ("atOnce" in crowd) await Promise.all(Array.from({ length: crowd.atOnce }, visit));
else await flood(crowd.aSecond);
parentPort?.postMessage(summariseServed());

/** No two alike, and all of them within the prices of the shop, so that nothing is served from the cache. */
function buildRequest(kind: Kind, place: number): LeanRequest {
  const mark = (100 + ((place + crowd.first) % 60_000) / 100).toFixed(2);
  const from = createStrangerAddress(place % 3_000);
  if (kind === "page") return { method: "GET", path: links.products({ minPrice: mark }), from };
  if (kind === "search")
    return { method: "GET", path: `${findProducts.path}?q=${encodeURIComponent(`bowl ${mark}`)}`, from };
  const turn = Math.floor(place / kinds.length);
  const token = crowd.tokens[turn % crowd.tokens.length] ?? "";
  const body = JSON.stringify({ productId: crowd.productId, quantity: 1 + (turn % 5) });
  return { method: updateCart.method, path: updateCart.path, from, token, body };
}

async function ask(): Promise<void> {
  const connection = free.pop();
  if (!connection) return void late++;
  const place = sent++;
  const kind = kinds[place % kinds.length] ?? "page";
  const answer = await connection.ask(buildRequest(kind, place));
  free.push(connection);
  answers.push({ ...answer, kind, inTime: performance.now() <= until });
}

async function visit(): Promise<void> {
  while (performance.now() < until) await ask();
}

async function flood(aSecond: number): Promise<void> {
  const began = performance.now();
  let due = 0;
  while (performance.now() < until) {
    const target = ((performance.now() - began) / 1_000) * aSecond;
    for (; due < target; due++) {
      const asking = ask().finally(() => underWay.delete(asking));
      underWay.add(asking);
    }
    await sleep(1);
  }
  await Promise.all(underWay);
}

function summariseServed(): Served {
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, retryAfter }) => [429, 503].includes(status) && retryAfter);
  const proper = new Set([...served, ...refused]);
  const odd = answers.filter((each) => !proper.has(each));
  const inTime = (wanted: Kind) => served.filter(({ kind, inTime }) => inTime && kind === wanted).length;
  return {
    sent,
    served: { page: inTime("page"), search: inTime("search"), cart: inTime("cart") },
    servedP99: calculateP99(served),
    refused: refused.length,
    refusedP99: calculateP99(refused),
    odd: odd.slice(0, 100).map(({ kind, status }) => `${kind} ${status}`),
    late,
  };
}

function calculateP99(some: readonly LeanAnswer[]): number {
  return calculatePercentile(
    some.map(({ ms }) => ms),
    0.99,
  );
}
