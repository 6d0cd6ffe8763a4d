import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { addToCart, readCart } from "#shop/cart/endpoints.ts";
import { ORDER_UPDATED } from "#shop/orders/order-updated.ts";
import { connectLive } from "../../support/live.ts";
import { prepareShop, type Shop } from "../../support/journey-shop.ts";
import {
  ask,
  checkOut,
  checkOutAll,
  formatStatuses,
  planCheckouts,
  retryUntilFinal,
  type RoundResult,
  sendPost,
  type Visit,
} from "../checkout.ts";
import { type CrowdedShop, type Member, PLENTY, runInCrowdedShop } from "../crowded-shop.ts";
import { readLedger } from "../ledger.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitForEvent, waitUntil, waitUntilServed } from "../watch.ts";
import { type Cluster, FAR_ADDRESS, openCluster } from "./cluster.ts";

const MEMBERS = 4_000;
const AT_ONCE = 50;
const PAUSE_MS = 600;
const GIVE_UP_MS = 300_000;
const ORDERS_BEFORE = 40;
const HEARD_WITHIN_MS = 1_000;
/** The time in ms for which a scenario continues after everything works again. */
export const AFTERWARDS_MS = 5_000;
const SAVED = "teak-tray";

export interface Stage {
  cluster: Cluster;
  /** The shop on the cluster's machine. `far` is the shop on the machine that can be cut off. */
  near: Shop;
  far: Shop;
  customers: Customers;
  say(line: string): void;
}

interface Plot extends Pick<Scenario, "name" | "summary"> {
  play(stage: Stage): Promise<Figure[]>;
}

let cluster: Promise<Cluster> | undefined;

/** Defines a scenario: 50 customers at a time place orders. Then all acknowledged orders and carts are checked. */
export const defineScenario = ({ name, summary, play }: Plot): Scenario => ({
  name,
  summary,
  engines: ["server"],
  async run(run) {
    cluster ??= openCluster();
    const opened = await cluster;
    process.env["TEST_POSTGRES_URL"] = opened.url;
    let databaseUrl = "";
    const options = { buyers: MEMBERS, databaseVia: (url: string) => (databaseUrl = url) };
    return runInCrowdedShop(run, options, (crowded) =>
      playInBoth(run, opened, { ...crowded, databaseUrl }, play),
    );
  },
});

async function playInBoth(
  run: ScenarioRun,
  cluster: Cluster,
  { shop: near, catalogueDir, listBuyers, rareIn, databaseUrl }: CrowdedShop & { databaseUrl: string },
  play: Plot["play"],
): Promise<Figure[]> {
  const options = { databaseUrl, launcher: cluster.far.enter, host: FAR_ADDRESS };
  const { shop: far, close } = await prepareShop("server", { CATALOGUE_DIR: catalogueDir }, options);
  try {
    await cluster.startFarProxy(far.url);
    await far.open();
    const shops = [near, far];
    const pids = shops.map((shop) => shop.pid());
    const [listener, ...members] = listBuyers(0);
    if (!listener) throw new Error("There are no customers.");
    const customers = letCustomersIn(shops, members, rareIn(0));
    const { seen } = customers;
    await waitUntil("some orders are acknowledged", () => seen.acknowledged >= ORDERS_BEFORE, 10);
    const figures = await play({ cluster, near, far, customers, say: run.say });
    await customers.stop();
    run.say(`${seen.acknowledged} orders acknowledged; ${formatStatuses(seen)}`);
    const restarted = shops.filter((shop, index) => shop.pid() !== pids[index]);
    return [
      ...figures,
      toNoneFigure("configuration files that Patroni rejects", cluster.configErrors),
      await measureLink(near, far, listener),
      toNoneFigure(
        "shops that were restarted",
        restarted.map(({ url }) => url),
      ),
      { what: "calls without a response", value: seen.statuses.get(0) ?? 0, atMost: 0 },
      await near.withDatabase((db) => findLostCarts(db, customers.carts)),
      ...(await readLedger(near, seen)),
    ];
  } finally {
    await close();
  }
}

async function measureLink(near: Shop, far: Shop, member: Member): Promise<Figure> {
  const { client: socket } = await connectLive(far.url, member.token);
  try {
    const heard = waitForEvent(socket, ORDER_UPDATED);
    await checkOutAll(near.url, planCheckouts([member], PLENTY), AbortSignal.timeout(60_000));
    return toTimeFigure("an event of one process arrives at the other after", await heard, HEARD_WITHIN_MS);
  } finally {
    socket.close();
  }
}

/** Customers who place orders one after another: 50 at the same time, half of them at each shop. */
interface Customers {
  seen: RoundResult;
  /** The account ids of customers whose request to add a product to the cart succeeded. */
  carts: string[];
  /** Returns the longest time in ms after `since` between acknowledged orders; 0 if there is no order since then. */
  findGap(since: number, at?: Shop): number;
  /** Starts no more orders, and waits until the current ones are finished. */
  stop(): Promise<void>;
}

function letCustomersIn(shops: readonly Shop[], members: readonly Member[], rareId: string): Customers {
  const planned = planCheckouts(members, rareId);
  const queue = [...planned.checkouts];
  const seen: RoundResult = { ...planned, checkouts: [] };
  const carts: string[] = [];
  const acknowledged: { at: number; shop: Shop }[] = [];
  const giveUp = AbortSignal.timeout(GIVE_UP_MS);
  const closing = new AbortController();

  const serve = async (shop: Shop) => {
    const visit = { shopUrl: shop.url, seen, giveUp };
    await sleep(Math.random() * PAUSE_MS);
    for (let checkout = queue.shift(); checkout && !closing.signal.aborted; checkout = queue.shift()) {
      seen.checkouts.push(checkout);
      await browse(visit, checkout.member, carts);
      await checkOut(visit, checkout);
      if (checkout.orderId) acknowledged.push({ at: checkout.acknowledgedAt, shop });
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  };
  const served = Array.from({ length: AT_ONCE / shops.length }, () => shops)
    .flat()
    .map((shop) => serve(shop).catch((cause: unknown) => void seen.anomalies.push(String(cause))));
  return {
    seen,
    carts,
    findGap(since, where) {
      const moments = acknowledged
        .filter(({ at, shop }) => at >= since && (where ?? shop) === shop)
        .map(({ at }) => at)
        .toSorted((one, other) => one - other);
      return Math.max(0, ...moments.map((at, index) => at - (moments[index - 1] ?? since)));
    },
    async stop() {
      closing.abort();
      await Promise.all(served);
    },
  };
}

async function browse(visit: Visit, member: Member, carts: string[]): Promise<void> {
  await ask(visit, "/wooden-bowls", {});
  await ask(visit, readCart.path, { headers: { authorization: `Bearer ${member.token}` } });
  const added = await retryUntilFinal(visit, (once) =>
    sendPost(once, addToCart.path, member, { productId: SAVED, quantity: 1 }),
  );
  if (added.status === 200) carts.push(member.accountId);
  else visit.seen.anomalies.push(`POST ${addToCart.path}: ${added.status} ${added.code}`);
}

async function findLostCarts(db: Db, carts: readonly string[]): Promise<Figure> {
  const { rows } = await db.execute<{ account: string }>(sql`
    select account from unnest(${sql.param(carts)}::uuid[]) as given(account)
     where not exists (select 1 from cart_line where account_id = account and product_id = ${SAVED})`);
  return toNoneFigure(
    "carts lost",
    rows.map(({ account }) => `a product in the cart of ${account} is missing`),
  );
}

/** Waits until both shops take orders again. Returns the longest time in ms since `since` without an order. */
export async function measurePause({ customers, near, far }: Stage, since: number): Promise<number> {
  await waitUntil("orders are acknowledged again", () => customers.findGap(since + 500) > 0, 10);
  await Promise.all([near, far].map((shop) => waitUntilServed(shop.url, "/readyz")));
  await sleep(AFTERWARDS_MS);
  return customers.findGap(since);
}
