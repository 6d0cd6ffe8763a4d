import { setTimeout as sleep } from "node:timers/promises";
import { checkOut, formatStatuses, planCheckouts } from "../checkout.ts";
import { getRareId } from "../crowded-shop.ts";
import { playRound, readLedger, waitForOrders } from "../ledger.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { listFailures, waitUntilServed, watch } from "../watch.ts";
import { openPostOffices, proveMails } from "./claimed.ts";
import { type CrowdedCluster, getPort, runInCluster } from "./crowded-cluster.ts";
import { proveChanges } from "./heard.ts";

const KILLS = 3;
const BUYERS_EACH_KILL = 200;
const ENDS_WITHIN_MS = 300_000;
const SERVING_WITHIN_MS = 5_000;
/** The maximum difference in ms between the clocks of two programs. */
const SAME_MOMENT_MS = 50;

export const killed: Scenario = {
  name: "killed",
  summary: "kill -9 of each process in turn during concurrent checkouts",
  threat: "T25",
  engines: ["server"],
  run: (run) =>
    runInCluster({ customers: KILLS * BUYERS_EACH_KILL, rounds: KILLS }, async (cluster) => {
      const figures: Figure[] = [];
      for (let round = 0; round < KILLS; round++)
        figures.push(...(await proveKill(run, cluster, { round, buyers: BUYERS_EACH_KILL })));
      return figures;
    }),
};

async function proveKill(
  run: ScenarioRun,
  { shop, processes, nginx, customers }: CrowdedCluster,
  { round, buyers }: { round: number; buyers: number },
): Promise<Figure[]> {
  const victim = processes[round % processes.length] ?? shop;
  const plan = {
    shop,
    buyers: customers.slice(round * buyers, (round + 1) * buyers),
    rareId: getRareId(round),
    come: waitForOrders(buyers / 10),
    losesAnswers: true,
  };
  const beganAt = Date.now();
  return playRound(run, plan, async (_seen, checkouts) => {
    await victim.kill();
    const goneAt = Date.now();
    await checkouts;
    await victim.open();
    const requests = nginx.readRequests().filter(({ cameAt }) => cameAt >= beganAt);
    const failed = requests.filter(({ isFailed }) => isFailed);
    const elsewhere = failed.filter(({ ports }) => !ports.includes(getPort(victim)));
    const late = failed.filter(({ cameAt }) => cameAt > goneAt + SAME_MOMENT_MS);
    return {
      summary: `process ${round + 1} killed: ${failed.length} of ${requests.length} requests were in progress there`,
      figures: [
        toNoneFigure("requests lost at other processes", elsewhere.map(describeRequest)),
        { ...toNoneFigure("requests lost after the kill", late.map(describeRequest)), isTimed: true },
        toTimeFigure("ready again after", await waitUntilServed(shop.url, "/readyz"), SERVING_WITHIN_MS),
      ],
    };
  });
}

const describeRequest = ({ what, ports }: { what: string; ports: readonly number[] }) =>
  `${what} at ${ports.join(", ")}`;

const BUYERS = 400;
const BUYERS_A_SECOND = 5;
const GONE_WITHIN_MS = 10_000;
const AFTERWARDS_MS = 2_000;

export const restarted: Scenario = {
  name: "restarted",
  summary:
    "each process is restarted in turn with SIGTERM, like in an upgrade, while customers browse and buy",
  threat: "T25",
  engines: ["server"],
  run: (run) =>
    runInCluster({ customers: BUYERS, settings: { DRAIN_SECONDS: "2" } }, (cluster) =>
      proveRestart(run, cluster),
    ),
};

async function proveRestart(
  run: ScenarioRun,
  { shop, processes, nginx, customers }: CrowdedCluster,
): Promise<Figure[]> {
  const token = customers[0]?.token ?? "";
  const visits = [
    watch(shop.url, ["/", "/wooden-bowls", "/api/products/list/?page=1", "/api/categories"], { everyMs: 10 }),
    watch(shop.url, ["/api/cart", "/api/products/search?q=bowl"], { token, everyMs: 10 }),
  ];
  const seen = planCheckouts(customers, getRareId(0));
  const waiting = seen.checkouts.splice(0);
  const visit = { shopUrl: shop.url, seen, giveUp: AbortSignal.timeout(ENDS_WITHIN_MS) };
  const underWay: Promise<void>[] = [];
  const timer = setInterval(() => {
    for (const checkout of waiting.splice(0, 1)) {
      seen.checkouts.push(checkout);
      underWay.push(checkOut(visit, checkout).catch((cause) => void seen.anomalies.push(String(cause))));
    }
  }, 1_000 / BUYERS_A_SECOND);
  let slowest = 0;
  for (const each of processes) {
    const began = performance.now();
    const code = await each.end("SIGTERM");
    const tookMs = performance.now() - began;
    if (code !== 0) throw new Error(`A process ended with ${code} after ${tookMs.toFixed(0)} ms.`);
    slowest = Math.max(slowest, tookMs);
    await each.open();
    await sleep(AFTERWARDS_MS);
  }
  clearInterval(timer);
  await Promise.all([...underWay, ...visits.map((each) => each.stop())]);
  const requests = nginx.readRequests();
  run.say(`${requests.length} requests, ${seen.acknowledged} orders (${formatStatuses(seen)})`);
  const bad = [...seen.statuses].filter(([status]) => status === 0 || status >= 500);
  const failed = requests.filter(({ isFailed }) => isFailed);
  return [
    { what: "requests", value: requests.length, atLeast: 500 },
    toNoneFigure("visits that failed", listFailures(visits.flatMap(({ looks }) => looks))),
    toNoneFigure("calls of buyers that failed", bad.map(String)),
    toNoneFigure("requests that no process answered", failed.map(describeRequest)),
    toTimeFigure("ended after SIGTERM, including draining", slowest, GONE_WITHIN_MS),
    ...(await readLedger(shop, seen)),
  ];
}

const MAILS_IN_SHORT = 100;
const BUYERS_IN_SHORT = 40;

export const two: Scenario = {
  name: "two",
  summary: "two processes share mails and changes, and one is killed during checkouts",
  threat: "T25",
  engines: ["server"],
  inShortForm: true,
  onlyByName: true,
  async run(run) {
    const post = await openPostOffices(2);
    const customers = BUYERS_IN_SHORT + MAILS_IN_SHORT;
    try {
      return await runInCluster({ size: 2, customers, settingsOf: post.settingsOf }, async (cluster) => [
        ...(await proveMails(run, cluster, post, cluster.customers.slice(BUYERS_IN_SHORT))),
        ...(await proveChanges(cluster, 1)),
        ...(await proveKill(run, cluster, { round: 0, buyers: BUYERS_IN_SHORT })),
      ]);
    } finally {
      await post.close();
    }
  },
};
