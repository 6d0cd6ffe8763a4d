import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LISTENER_NAME } from "#platform/processes/process-link.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { checkOutAll, planCheckouts } from "../checkout.ts";
import { PLENTY } from "../crowded-shop.ts";
import { type Proxy, openProxy, toProxyUrl } from "../proxy.ts";
import { connectSocket, waitForEvent } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { HEARD_WITHIN_MS, measureSpread, PRODUCT, proveChanges } from "./changes.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";

const ROUNDS = 5;
const GIVE_UP_MS = 30_000;
const SWALLOWED_MS = 5_000;
/** A swallowed connection is found out and replaced; see T31. */
const WHOLE_AGAIN_WITHIN_MS = 10_000;

export const heard: Scenario = {
  name: "heard",
  summary:
    "what is changed at one process is seen at all; their link is ended, and the way to the database swallowed",
  threat: "T30",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const ways = await openWays(run);
    try {
      return await runInCluster(
        { customers: 2 * ROUNDS, databaseVia: (url, index) => (index === 1 ? ways.via(url) : url) },
        async (cluster) => [
          ...(await proveChanges(run, cluster, ROUNDS)),
          ...(await proveLostListener(run, cluster, ROUNDS)),
          ...(await proveSwallowed(run, cluster, ways.proxy)),
        ],
      );
    } finally {
      await ways.proxy.close();
    }
  },
};

/** The second process reaches the database by a way that can be cut. */
async function openWays({ postgres }: ScenarioRun) {
  const proxy = await openProxy(Number(new URL(postgres?.url ?? "").port));
  return { proxy, via: (url: string) => toProxyUrl(url, proxy) };
}

/** A customer listens at one process and buys at another, after the connections that listen were ended. */
async function proveLostListener(
  run: ScenarioRun,
  { processes, customers, databaseUrl, rareIn }: CrowdedCluster,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const [first, second] = processes;
  if (!first || !second) return [];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let round = 0; round < rounds; round++) {
    const seen = planCheckouts(customers.slice(round, round + 1), rareIn(0));
    const [checkout] = seen.checkouts;
    if (!checkout) break;
    const socket = await connectSocket(second.url, checkout.member);
    const again = waitForEvent(socket, "connect");
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1",
      [LISTENER_NAME],
    );
    figures.push(
      { what: "listening connections ended", value: rowCount ?? 0, atLeast: processes.length },
      toTimeFigure("pages connected again, to fetch what they missed, after", await again, HEARD_WITHIN_MS),
    );
    const changed = waitForEvent(socket, ORDER_UPDATED);
    checkout.pays = true;
    await checkOutAll(first.url, seen, AbortSignal.timeout(GIVE_UP_MS));
    figures.push(toTimeFigure("an order at another process heard after", await changed, GIVE_UP_MS));
    socket.close();
  }
  await client.end();
  run.say(`${rounds} times all connections that listen were ended`);
  return figures;
}

/** A process that the database cannot reach for a while shows afterwards what was changed meanwhile. */
async function proveSwallowed(
  run: ScenarioRun,
  { processes }: CrowdedCluster,
  proxy: Proxy,
): Promise<Figure[]> {
  const [first, second] = processes;
  if (!first || !second) return [];
  const connections = proxy.turnTo("swallow");
  const { code, output } = await first.operator("products", "set-price", PLENTY, "777");
  if (code !== 0) throw new Error(output);
  await sleep(SWALLOWED_MS);
  proxy.turnTo("pass");
  const began = performance.now();
  await measureSpread(
    [second],
    async () => ({ code: 0, output: "" }),
    PRODUCT,
    (text) => text.includes("777"),
  );
  const ms = performance.now() - began;
  run.say(`${connections} connections of a process swallowed for ${SWALLOWED_MS / 1_000} s`);
  return [
    toTimeFigure("what was changed behind a cut way is seen after it is whole", ms, WHOLE_AGAIN_WITHIN_MS),
  ];
}
