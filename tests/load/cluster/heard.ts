import { setTimeout as sleep } from "node:timers/promises";
import { LISTENER_NAME } from "#platform/processes/process-link.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { runAt } from "../../support/postgres.ts";
import { connectLive } from "../../support/live.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { sendHit } from "../calls.ts";
import { checkOutAll, planCheckouts } from "../checkout.ts";
import { getRareId, PLENTY } from "../crowded-shop.ts";
import { openProxy, type Proxy, toProxyUrl } from "../../support/proxy.ts";
import { type Figure, type Scenario, toTimeFigure } from "../scenario.ts";
import { waitForEvent, waitUntil } from "../watch.ts";
import { command, type CrowdedCluster, runInCluster } from "./crowded-cluster.ts";

const ROUNDS = 5;
const SEEN_WITHIN_MS = 1_000;
const GIVE_UP_MS = 30_000;
const SWALLOWED_MS = 5_000;
/** The maximum time in ms until a process has replaced a dropped connection (T31). */
const WHOLE_AGAIN_WITHIN_MS = 10_000;
const PRODUCT = `/api/products/list/${PLENTY}`;

export const heard: Scenario = {
  name: "heard",
  summary:
    "a change at one process is visible at all processes, even after their connections for events or to the database fail",
  threat: "T30",
  engines: ["server"],
  async run({ postgres }) {
    const proxy = await openProxy(Number(new URL(postgres?.url ?? "").port));
    try {
      return await runInCluster(
        {
          customers: ROUNDS,
          // Connects the second process to the database through a proxy, so that the test can interrupt its connection.
          databaseVia: (url, index) => (index === 1 ? toProxyUrl(url, proxy) : url),
        },
        async (cluster) => [
          ...(await proveChanges(cluster, ROUNDS)),
          ...(await proveLostListener(cluster)),
          await proveSwallowed(cluster, proxy),
        ],
      );
    } finally {
      await proxy.close();
    }
  },
};

type IsShown = (text: string, status: number) => boolean;

export async function proveChanges({ processes, shop }: CrowdedCluster, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let round = 0; round < rounds; round++) {
    const [price, pieces] = [String(1_001 + round), String(40 + round)];
    const heading = `₹${price} off, for a round`;
    const changes: [what: string, words: string[], path: string, isShown: IsShown][] = [
      ["price", ["products", "set", PLENTY, "--price", price], PRODUCT, (text) => text.includes(price)],
      [
        "stock",
        ["products", "set", PLENTY, "--stock", pieces],
        PRODUCT,
        (text) => text.includes(`"stock":${pieces}`),
      ],
      ["offer", ["offers", "--heading", heading], "/api/special-offer", (text) => text.includes(heading)],
      ["hidden", ["products", "set", PLENTY, "--hidden", "yes"], PRODUCT, (_, status) => status === 404],
      ["shown again", ["products", "set", PLENTY, "--hidden", "no"], PRODUCT, (text) => text.includes(price)],
    ];
    for (const [what, words, path, isShown] of changes) {
      const changing = command(shop, ...words).then(() => performance.now());
      const [changedAt, ...seenAt] = await Promise.all([
        changing,
        ...processes.map((each) => waitUntilShown(each, path, isShown)),
      ]);
      // A process may show the change before the command ends, so measure from the earlier moment.
      const ms = Math.max(...seenAt) - Math.min(changedAt, ...seenAt);
      figures.push(toTimeFigure(`${what}: visible at all processes after`, ms, SEEN_WITHIN_MS));
    }
  }
  return figures;
}

async function waitUntilShown({ url }: Shop, path: string, isShown: IsShown): Promise<number> {
  const look = async () => {
    const { status, text } = await sendHit(url, { path, isNew: true });
    return isShown(text, status);
  };
  await waitUntil(`${url}${path} shows the change`, look, 10, GIVE_UP_MS);
  return performance.now();
}

/** Ends the database connections for events. A customer must still be notified of an order at another process. */
async function proveLostListener({ processes, customers, databaseUrl }: CrowdedCluster): Promise<Figure[]> {
  const [first, second] = processes;
  if (!first || !second) return [];
  const figures: Figure[] = [];
  for (const customer of customers) {
    const { client: socket } = await connectLive(second.url, customer.token, { reconnection: true });
    const again = waitForEvent(socket, "connect");
    const ended = await runAt(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = '${LISTENER_NAME}'`,
    );
    figures.push(
      { what: "listening connections ended", value: ended.length, atLeast: processes.length },
      toTimeFigure("pages reconnected after", await again, SEEN_WITHIN_MS),
    );
    const changed = waitForEvent(socket, ORDER_UPDATED);
    const seen = planCheckouts([customer], getRareId(0));
    await checkOutAll(first.url, seen, AbortSignal.timeout(GIVE_UP_MS));
    figures.push(toTimeFigure("event of another process received after", await changed, GIVE_UP_MS));
    socket.close();
  }
  return figures;
}

async function proveSwallowed({ processes }: CrowdedCluster, proxy: Proxy): Promise<Figure> {
  const [first, second] = processes;
  if (!first || !second) throw new Error("There are too few processes.");
  proxy.setMode("swallow");
  await command(first, "products", "set", PLENTY, "--price", "777");
  await sleep(SWALLOWED_MS);
  proxy.setMode("pass");
  const wholeAt = performance.now();
  const ms = (await waitUntilShown(second, PRODUCT, (text) => text.includes("777"))) - wholeAt;
  return toTimeFigure("a change during the cut is visible after its end", ms, WHOLE_AGAIN_WITHIN_MS);
}
