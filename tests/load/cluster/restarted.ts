import { setTimeout as sleep } from "node:timers/promises";
import { checkOutAll, formatStatuses, planCheckouts } from "../checkout.ts";
import type { Member } from "../crowded-shop.ts";
import { readLedger } from "../ledger.ts";
import { listFailures, watch } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";

const BUYERS_A_SECOND = 5;
const BUYERS = 400;
const DRAIN_SECONDS = 2;
const GONE_WITHIN_MS = 10_000;
const AFTERWARDS_MS = 2_000;

export const restarted: Scenario = {
  name: "restarted",
  summary: "each process restarted in turn by SIGTERM, as an upgrade does, while customers visit and buy",
  threat: "T25",
  engines: ["server"],
  inShortForm: false,
  run: (run) =>
    runInCluster({ customers: BUYERS, settings: { DRAIN_SECONDS: String(DRAIN_SECONDS) } }, (cluster) =>
      proveRestart(run, cluster),
    ),
};

async function proveRestart(
  run: ScenarioRun,
  { shop, processes, nginx, customers, rareIn }: CrowdedCluster,
): Promise<Figure[]> {
  const token = customers[0]?.token ?? "";
  const visits = [
    watch(shop.url, ["/", "/wooden-bowls", "/api/products/list/?page=1", "/api/categories"], { everyMs: 10 }),
    watch(shop.url, ["/api/cart", "/api/products/search?q=bowl"], { token, everyMs: 10 }),
  ];
  const crowd = buySteadily(shop.url, customers, rareIn(0));
  let slowest = 0;
  for (const each of processes) {
    const began = performance.now();
    const code = await each.end("SIGTERM");
    const took = performance.now() - began;
    if (code !== 0) throw new Error(`A process ended with ${code}.`);
    slowest = Math.max(slowest, took);
    await each.open();
    await sleep(AFTERWARDS_MS);
  }
  const seen = await crowd.stop();
  await Promise.all(visits.map((each) => each.stop()));
  const looks = visits.flatMap((each) => each.looks);
  const requests = nginx.readRequests();
  run.say(`${requests.length} requests, ${seen.acknowledged} orders (${formatStatuses(seen)})`);
  const bad = [...seen.statuses].filter(([status]) => status === 0 || status >= 500);
  return [
    { what: "requests", value: requests.length, atLeast: 500 },
    toNoneFigure("visits that failed", listFailures(looks)),
    toNoneFigure(
      "calls of buyers that failed",
      bad.map(([status, times]) => `${status} × ${times}`),
    ),
    toNoneFigure(
      "requests that no process answered",
      requests.filter(({ isFailed }) => isFailed).map(({ what, ports }) => `${what} at ${ports.join(", ")}`),
    ),
    toTimeFigure("gone after SIGTERM, draining included", slowest, GONE_WITHIN_MS),
    ...(await readLedger(shop, seen)),
  ];
}

/** A few customers begin their checkout each second; `stop` waits for those that have begun. */
function buySteadily(url: string, customers: readonly Member[], rareId: string) {
  const seen = planCheckouts(customers, rareId);
  const all = seen.checkouts.splice(0);
  const stopping = new AbortController();
  const begin = async () => {
    const underWay: Promise<void>[] = [];
    while (!stopping.signal.aborted && all.length > 0) {
      const checkouts = all.splice(0, 1);
      seen.checkouts.push(...checkouts);
      const { statuses, anomalies } = seen;
      underWay.push(
        countInto(seen, { ...seen, statuses, anomalies, checkouts, acknowledged: 0, charged: 0 }, url),
      );
      await sleep(1_000 / BUYERS_A_SECOND);
    }
    await Promise.all(underWay);
  };
  const running = begin();
  return {
    async stop() {
      stopping.abort();
      await running;
      return seen;
    },
  };
}

type Seen = ReturnType<typeof planCheckouts>;

async function countInto(all: Seen, own: Seen, url: string): Promise<void> {
  await checkOutAll(url, own, AbortSignal.timeout(120_000));
  all.acknowledged += own.acknowledged;
  all.charged += own.charged;
}
