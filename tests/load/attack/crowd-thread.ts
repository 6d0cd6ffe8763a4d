import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { findProducts, listByCategory } from "#shop/catalogue/endpoints.ts";
import { type Hit, hit, percentile, stranger } from "./calls.ts";

// Runs as a thread of its own; tests/load/attack/overload.ts starts it.

/** So many visitors with one call at a time, or so many calls a second whether they are answered or not. */
export type Crowd = { shopUrl: string; seconds: number } & ({ atOnce: number } | { aSecond: number });

export interface Served {
  sent: number;
  /** Before the time was over; what comes later is of no use to anyone. */
  served: number;
  servedP99: number;
  refused: number;
  refusedP99: number;
  /** What was neither served nor properly refused. */
  odd: string[];
  /** Not sent, because too many answers were outstanding. */
  late: number;
}

const MOST_OUTSTANDING = 2_000;

const wish = workerData as Crowd;
const hits: (Hit & { inTime: boolean })[] = [];
const underWay = new Set<Promise<void>>();
let [sent, late] = [0, 0];
const until = performance.now() + wish.seconds * 1_000;

if ("atOnce" in wish) await Promise.all(Array.from({ length: wish.atOnce }, visitor));
else await flood(wish.aSecond);
parentPort?.postMessage(summary());

/** No two alike, so that none is kept. */
async function ask(): Promise<void> {
  const place = sent++;
  const mark = `${place}.${"atOnce" in wish ? 1 : 2}`;
  const path =
    place % 2 === 0
      ? `${findProducts.path}?q=${encodeURIComponent(`bowl ${mark}`)}`
      : `${listByCategory.path}?minPrice=${mark}&maxPrice=${100_000 + place}`;
  const answer = await hit(wish.shopUrl, { path, from: stranger(place % 3_000) });
  hits.push({ ...answer, inTime: performance.now() <= until });
}

async function visitor(): Promise<void> {
  while (performance.now() < until) await ask();
}

async function flood(aSecond: number): Promise<void> {
  const began = performance.now();
  let due = 0;
  while (performance.now() < until) {
    const target = ((performance.now() - began) / 1_000) * aSecond;
    for (; due < target; due++) {
      if (underWay.size >= MOST_OUTSTANDING) late++;
      else {
        const asking = ask().finally(() => underWay.delete(asking));
        underWay.add(asking);
      }
    }
    await sleep(2);
  }
  await Promise.all(underWay);
}

function summary(): Served {
  const served = hits.filter(({ status }) => status === 200);
  const refused = hits.filter(({ status, headers }) => [429, 503].includes(status) && headers["retry-after"]);
  const odd = hits.filter((each) => !served.includes(each) && !refused.includes(each));
  return {
    sent,
    served: served.filter(({ inTime }) => inTime).length,
    servedP99: percentile(
      served.map(({ ms }) => ms),
      0.99,
    ),
    refused: refused.length,
    refusedP99: percentile(
      refused.map(({ ms }) => ms),
      0.99,
    ),
    odd: odd.slice(0, 100).map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
    late,
  };
}
