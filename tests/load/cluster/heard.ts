import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LISTENER_NAME } from "#platform/process-listener.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import type { Shop } from "../../support/shop.ts";
import { checkOutAll, planCheckouts } from "../chaos/checkout.ts";
import { connectSocket, waitForEvent } from "../chaos/link-connections.ts";
import { openProxy, type Proxy, toProxyUrl } from "../chaos/proxy.ts";
import { PLENTY } from "../chaos/seed-crowd.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { type CrowdedCluster, runInCluster } from "./run-in-cluster.ts";

const ROUNDS = 5;
const HEARD_WITHIN_MS = 1_000;
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 10;
const CUT_MS = 5_000;
/** A swallowed connection is found out and replaced; see T31. */
const WHOLE_AGAIN_WITHIN_MS = 10_000;

export const heard: Scenario = {
  name: "heard",
  summary:
    "what is changed at one process is seen at all; their link is ended, and the way to the database cut",
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
          ...(await proveCut(run, cluster, ways.proxy)),
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

/** How long it takes until each process answers with what was changed. */
export async function proveChanges(
  run: ScenarioRun,
  { processes, shop }: CrowdedCluster,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round++) {
    const price = 1_001 + round;
    const heading = `₹${price} off, for a round`;
    const pieces = 40 + round;
    const changes: [string, string[], string, (text: string) => boolean][] = [
      [
        "price",
        ["products", "set-price", PLENTY, String(price)],
        PRODUCT,
        (text) => text.includes(String(price)),
      ],
      [
        "stock",
        ["products", "set-stock", PLENTY, String(pieces)],
        PRODUCT,
        (text) => text.includes(`"stock":${pieces}`),
      ],
      [
        "offer",
        ["offers", "set", "--heading", heading],
        "/api/special-offer",
        (text) => text.includes(heading),
      ],
      ["hidden", ["products", "hide", PLENTY], PRODUCT, (text) => !text.includes(String(price))],
      ["shown again", ["products", "show", PLENTY], PRODUCT, (text) => text.includes(String(price))],
    ];
    for (const [what, words, path, isThere] of changes) {
      const ms = await measureSpread(processes, () => shop.operator(...words), path, isThere);
      figures.push(toTimeFigure(`${what}: seen by all after`, ms, HEARD_WITHIN_MS));
    }
  }
  run.say(`${rounds} rounds of five changes`);
  return figures;
}

const PRODUCT = `/api/products/list/${PLENTY}`;

/** From the first process that shows it to the last: the command itself takes longer than its change. */
async function measureSpread(
  processes: readonly Shop[],
  change: () => Promise<{ code: number; output: string }>,
  path: string,
  isThere: (text: string) => boolean,
): Promise<number> {
  const giveUp = performance.now() + GIVE_UP_MS;
  const seenAt = processes.map(async ({ url }) => {
    while (performance.now() < giveUp) {
      const text = await fetch(url + path).then(
        (answer) => answer.text(),
        () => "{}",
      );
      if (isThere(text)) return performance.now();
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`${url}${path} never showed it.`);
  });
  const { code, output } = await change();
  if (code !== 0) throw new Error(output);
  const times = await Promise.all(seenAt);
  return Math.max(...times) - Math.min(...times);
}

/** A customer listens at one process and buys at another, after the connections that listen were ended. */
export async function proveLostListener(
  run: ScenarioRun,
  { processes, customers, databaseUrl, rareIn }: CrowdedCluster,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [first, second] = processes;
  for (let round = 0; round < rounds && first && second; round++) {
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
async function proveCut(run: ScenarioRun, { processes }: CrowdedCluster, proxy: Proxy): Promise<Figure[]> {
  const [first, second] = processes;
  if (!first || !second) return [];
  const connections = proxy.turnTo("swallow");
  const { code, output } = await first.operator("products", "set-price", PLENTY, "777");
  if (code !== 0) throw new Error(output);
  await sleep(CUT_MS);
  proxy.turnTo("pass");
  const began = performance.now();
  await measureSpread(
    [second],
    async () => ({ code: 0, output: "" }),
    PRODUCT,
    (text) => text.includes("777"),
  );
  const ms = performance.now() - began;
  run.say(`${connections} connections of a process swallowed for ${CUT_MS / 1_000} s`);
  return [
    toTimeFigure("what was changed behind a cut way is seen after it is whole", ms, WHOLE_AGAIN_WITHIN_MS),
  ];
}
