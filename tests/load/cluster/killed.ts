import type { Shop } from "../../support/shop.ts";
import { checkOutAll, formatStatuses, planCheckouts } from "../checkout.ts";
import { readLedger } from "../ledger.ts";
import { waitUntil, waitUntilServed } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";

const BUYERS = 200;
const ROUNDS = 3;
const ENDS_WITHIN_MS = 300_000;
const SERVING_WITHIN_MS = 5_000;
/** As precise as the clocks of two programs can be compared. */
const SAME_MOMENT_MS = 50;

export const killed: Scenario = {
  name: "killed",
  summary: "kill -9 of one process during concurrent checkouts, each in turn",
  threat: "T25",
  engines: ["server"],
  inShortForm: false,
  run: (run) =>
    runInCluster({ customers: ROUNDS * BUYERS, rounds: ROUNDS }, async (cluster) => {
      const figures: Figure[] = [];
      for (let round = 0; round < ROUNDS; round++)
        figures.push(...(await proveKill(run, cluster, { round, buyers: BUYERS })));
      return figures;
    }),
};

/** Proves that a process that dies loses only the work under way at it, and that every order is accounted for. */
export async function proveKill(
  run: ScenarioRun,
  cluster: CrowdedCluster,
  { round, buyers }: { round: number; buyers: number },
): Promise<Figure[]> {
  const { shop, processes, nginx, customers, rareIn } = cluster;
  const victim = processes[round % processes.length] ?? shop;
  const seen = planCheckouts(customers.slice(round * buyers, (round + 1) * buyers), rareIn(round));
  const beganAt = Date.now();
  const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
  await waitUntil("some orders are acknowledged", () => seen.acknowledged >= buyers / 10);
  await victim.kill();
  const goneAt = Date.now();
  await checkouts;
  await victim.open();
  const requests = nginx.readRequests().filter(({ cameAt }) => cameAt >= beganAt);
  const failed = requests.filter(({ isFailed }) => isFailed);
  const needless = failed.filter(
    ({ cameAt, ports }) => !ports.includes(getPort(victim)) || cameAt > goneAt + SAME_MOMENT_MS,
  );
  run.say(
    `process ${round + 1} killed: ${failed.length} of ${requests.length} requests were under way at it (${formatStatuses(seen)})`,
  );
  const unfinished = seen.checkouts.filter(({ orderId, refusal }) => orderId === null && refusal === null);
  return [
    { what: "requests", value: requests.length },
    { what: "requests lost with the process they were at", value: failed.length },
    toNoneFigure(
      "requests lost that were not under way at it",
      needless.map(({ what, ports }) => `${what} at ${ports.join(", ")}`),
    ),
    { what: "checkouts without an end", value: unfinished.length, atMost: 0 },
    ...(await readLedger(shop, seen)),
    await measureServing(cluster),
  ];
}

/** Whoever is slow then stands in the log of nginx. */
async function measureServing({ shop, nginx }: CrowdedCluster): Promise<Figure> {
  const ms = await waitUntilServed(shop.url, "/readyz");
  const slow = nginx
    .readRequests()
    .filter(({ cameAt, answeredAt }) => answeredAt - cameAt > SERVING_WITHIN_MS);
  const details = slow.map(({ what, status, ports }) => `${what}: ${status} at ${ports.join(", ")}`);
  return { ...toTimeFigure("ready again, as nginx sees it, after", ms, SERVING_WITHIN_MS), details };
}

export const getPort = ({ url }: Pick<Shop, "url">): number => Number(new URL(url).port);
