// Measures how the processor time of the shop and of PostgreSQL grows with the number of products and orders.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { links } from "#contract/links.ts";
import type { Db } from "#platform/database/database.ts";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { generateUuid, generateSecret } from "#platform/ids.ts";
import { listOrdersOfUser } from "#shop/orders/endpoints.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { readProcessorTime, readResident } from "../bench/processes.ts";
import { BENCH_SETTINGS, measureOrders } from "../bench/orders.ts";
import { fetchRaw } from "../calls.ts";
import { insertSessions, type Member, runInShop } from "../crowded-shop.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { listViews, runCommand } from "./desk.ts";
import { growGoods, growOrders } from "./seed.ts";

/** The maximum ratio of a time to the time for the smallest amount of data. Times below 1 ms count as 1 ms. */
const MAX_TIMES = 2;
const LEAST_MS = 1;

function createMeter({ engine, postgres, say }: ScenarioRun, shop: Shop) {
  const first = new Map<string, number>();
  const figures: Figure[] = [];
  let stage = "";
  const readTime = () =>
    readProcessorTime(shop.pid()) + (engine === "server" && postgres ? readProcessorTime(postgres.pid()) : 0);
  const noteTime = (what: string, ms: number) => {
    const value = Number(ms.toFixed(2));
    const small = first.get(what);
    if (small === undefined) first.set(what, Math.max(value, LEAST_MS));
    const limit = small === undefined ? {} : { atMost: Number((small * MAX_TIMES).toFixed(2)) };
    figures.push({ what: `${what}, ${stage}`, value, unit: "ms", ...limit });
  };
  return {
    figures,
    noteTime,
    beginStage(name: string) {
      stage = name;
      say(name);
    },
    async measure(what: string, times: number, act: (time: number) => Promise<unknown>) {
      const [startTime, began] = [readTime(), performance.now()];
      for (let time = 0; time < times; time++) await act(time);
      const value = (readTime() - startTime) / times;
      const ms = (performance.now() - began) / times;
      say(`  ${what}: ${value.toFixed(2)} ms of processor time, ${ms.toFixed(1)} ms until the response`);
      noteTime(what, value);
    },
    /** Records a figure that is not compared with the smallest stage. Its only limit is `atMost`. */
    note(what: string, value: number, unit: string, atMost?: number) {
      say(`  ${what}: ${Math.round(value)} ${unit}`);
      const limit = atMost !== undefined && { atMost };
      figures.push({ what: `${what}, ${stage}`, value: Math.round(value), unit, ...limit });
    },
  };
}

type Meter = ReturnType<typeof createMeter>;

async function measureNewOrders(run: ScenarioRun, shop: Shop, meter: Meter, count: number): Promise<void> {
  const placed = await measureOrders(run, shop, 10, count);
  meter.note("orders refused", placed.refused.length, "", 0);
  meter.noteTime("an order", placed.shopMs + placed.databaseMs);
}

/** The number of products at each stage. The embedded engine would need minutes for more rows. */
const PRODUCTS = { server: [36, 1_000, 10_000, 100_000], embedded: [36, 1_000, 10_000] };
const SETTLES_MS = 3_000;
/** The maximum growth of memory in MB: some hundred bytes per product, and a second copy while they are reloaded. */
const MAX_MB_MORE = 120;
const PAGES = 60;
export const goods: Scenario = {
  name: "goods",
  summary: "36 to 100,000 products: pages, orders, lists, price changes, memory",
  engines: ["server", "embedded"],
  run: (run) =>
    runInShop(run, BENCH_SETTINGS, async (shop) => {
      const meter = createMeter(run, shop);
      let idle = 0;
      for (const count of PRODUCTS[run.engine]) {
        if (count > 36) await shop.withDatabase((db) => withLongStatements(() => growGoods(db, count)));
        await shop.end("SIGTERM");
        await shop.open();
        meter.beginStage(`${count} products`);
        await sleep(SETTLES_MS);
        const { rss } = readResident(shop.pid());
        meter.note("memory, idle", rss, "MB", idle > 0 ? idle + MAX_MB_MORE : undefined);
        idle ||= rss;
        await measurePages(shop, meter, count);
        await measureProductCommands(shop, meter, count);
        await measureNewOrders(run, shop, meter, 300);
        const list = await fetchRaw(`${shop.url}/api/products/list/`);
        meter.note("GET /api/products/list", list.ms, "ms");
      }
      return meter.figures;
    }),
};

async function measurePages(shop: Shop, { measure }: Meter, count: number): Promise<void> {
  let price = 900_000;
  const read = (path: string) => fetchRaw(shop.url + path);
  const readListing = (query: object) => () => read(links.products({ ...query, maxPrice: price++ }));
  const narrow = { subcategory: "Tray", material: "Acacia wood", sortOption: "Price low to high" };
  for (const [what, act] of [
    ["listing", readListing({})],
    ["filtered, by price", readListing(narrow)],
  ] as const) {
    for (let time = 0; time < PAGES / 2; time++) await act();
    await measure(what, PAGES, act);
  }
  const ids = await listIds(shop, count);
  await measure("product page", PAGES, (time) => read(links.product(ids[time % ids.length] ?? "")));
}

async function listIds(shop: Shop, count: number): Promise<string[]> {
  const pages = Array.from({ length: PAGES }, (_, at) => 1 + Math.floor((at * count) / PAGES / 12));
  const ids: string[] = [];
  for (const page of new Set(pages)) {
    const response = await fetch(`${shop.url}/api/products/list?page=${page}&limit=12`);
    const { data } = (await response.json()) as { data: { _id: string }[] };
    ids.push(...data.map(({ _id }) => _id).slice(0, count > 36 ? 1 : 12));
  }
  return ids;
}

async function measureProductCommands(shop: Shop, { measure }: Meter, count: number): Promise<void> {
  const times = count > 10_000 ? 3 : 10;
  await measure("products list", times, () => runCommand(shop, { name: "products list" }));
  await measure("products set --price", times, (time) => {
    const options = { price: String(1300 + time) };
    return runCommand(shop, { name: "products set", args: { id: "teak-tissue-box" }, options });
  });
}

const ORDERS = { server: [1_000, 10_000, 100_000, 1_000_000], embedded: [1_000, 10_000, 100_000] };
const CUSTOMERS = 40;

export const history: Scenario = {
  name: "history",
  summary: "a thousand to a million orders: a customer's orders, new orders, the operator's lists",
  engines: ["server", "embedded"],
  run: (run) =>
    runInShop(run, BENCH_SETTINGS, async (shop) => {
      const meter = createMeter(run, shop);
      for (const count of ORDERS[run.engine]) {
        const customers = await shop.withDatabase(async (db) => {
          await withLongStatements(() => growOrders(db, count));
          return signIn(db, CUSTOMERS);
        });
        meter.beginStage(`${count} orders`);
        await measureNewOrders(run, shop, meter, 600);
        await measureCustomersOrders(shop, meter, customers);
        await measureOrderCommands(shop, meter);
      }
      return meter.figures;
    }),
};

type Customer = Pick<Member, "accountId" | "token">;

async function signIn(db: Db, count: number): Promise<Customer[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select account_id as id from orders where order_id like 'TRV-G%' group by 1 order by max(created_at) desc limit ${count}::int`,
  );
  const customers = rows.map(({ id }) => ({
    accountId: id,
    token: generateSecret(),
    sessionId: generateUuid(),
  }));
  await insertSessions(db, customers);
  return customers;
}

async function measureCustomersOrders(
  shop: Shop,
  { measure }: Meter,
  customers: readonly Customer[],
): Promise<void> {
  const read = async (time: number) => {
    const { accountId, token } = customers[time % customers.length] ?? { accountId: "", token: "" };
    const response = await fetch(shop.url + listOrdersOfUser.path.replace(":userId", accountId), {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`A customer's orders: ${response.status}`);
    await response.arrayBuffer();
  };
  for (let time = 0; time < CUSTOMERS; time++) await read(time);
  await measure("a customer's orders", CUSTOMERS * 3, read);
}

async function measureOrderCommands(shop: Shop, { measure }: Meter): Promise<void> {
  for (const [what, times, name, options = {}] of [
    ["orders list", 10, "orders list"],
    ["check", 1, "check"],
  ] as [string, number, string, Record<string, string>?][])
    await measure(what, times, () => runCommand(shop, { name, options }));
  await measure("products set --stock", 3, (time) => {
    const options = { stock: String(50_000 + time) };
    return runCommand(shop, { name: "products set", args: { id: "teak-tissue-box" }, options });
  });
  const views = listViews().filter(({ what }) => ["Today", "Orders: a name that many have"].includes(what));
  for (const view of views) await measure(`desk: ${view.what}`, 5, () => runCommand(shop, view));
}
