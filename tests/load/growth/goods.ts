import { setTimeout as pause } from "node:timers/promises";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { measureVisits } from "../bench/customers.ts";
import { readResident, watchHighest } from "../bench/resident.ts";
import { buildOrderVisit } from "../bench/visit-calls.ts";
import type { Scenario, ScenarioRun } from "../scenario.ts";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { growGoods } from "./grow-goods.ts";
import { measurePages } from "./measure-pages.ts";
import { ask, command, createMeter, type Meter } from "./meter.ts";

/** The embedded engine ends where its own writing takes minutes. */
const STAGES = { server: [36, 1_000, 10_000, 100_000], embedded: [36, 1_000, 10_000] };
const ORDERS = 300;
const SETTLES_MS = 3_000;
/** A few hundred bytes for each product, and what V8 needs to turn them over. */
const MOST_MB_MORE = 120;

export const goods: Scenario = {
  name: "goods",
  summary: "36 to 100,000 products: pages, search, orders, lists, prices, memory",
  engines: ["server", "embedded"],
  inShortForm: false,
  async run(run) {
    const { shop, close } = await prepareShop(run.engine, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" });
    const meter = createMeter(run, shop);
    try {
      await shop.open();
      let idle = 0;
      for (const count of STAGES[run.engine]) {
        idle = await measureStage(run, { shop, meter, count, idle });
      }
    } finally {
      await close();
    }
    return meter.figures();
  },
};

interface Stage {
  shop: Shop;
  meter: Meter;
  count: number;
  /** Memory at the first stage, in MB. */
  idle: number;
}

async function measureStage(run: ScenarioRun, { shop, meter, count, idle }: Stage): Promise<number> {
  if (count > 36) await shop.withDatabase((db) => withLongStatements(() => growGoods(db, count)));
  await shop.end("SIGTERM");
  meter.beginStage(`${count} products`);
  const began = performance.now();
  await shop.open();
  meter.note("open after", performance.now() - began, "ms");
  await pause(SETTLES_MS);
  const { rss } = readResident(shop.pid());
  meter.note("memory, idle", rss, "MB", idle > 0 ? idle + MOST_MB_MORE : undefined);

  await measurePages(shop, meter, count);
  await measureLists(shop, meter, count);
  const placed = await measureVisits(run, shop, { atOnce: 10, count: ORDERS, buildVisit: buildOrderVisit });
  meter.note("orders refused", placed.refused.length, "", 0);
  meter.noteTime("an order", placed.shopMs + placed.databaseMs);
  await measureWholeList(shop, meter, idle || rss);
  return idle || rss;
}

async function measureLists(shop: Shop, meter: Meter, count: number): Promise<void> {
  const times = count > 10_000 ? 3 : 10;
  await meter.measure("products list", times, () => command(shop, ["products", "list"]));
  await meter.measure("products list --search", times, () =>
    command(shop, ["products", "list"], { options: { search: "tissue" } }),
  );
  await meter.measure("collections list", times, () => command(shop, ["collections", "list"]));
  await meter.measure("products set-price", times, (time) =>
    command(shop, ["products", "set-price"], { args: { id: "teak-tissue-box", price: String(1300 + time) } }),
  );
  await meter.measure("a second at rest", 3, () => pause(1_000));
}

async function measureWholeList(shop: Shop, meter: Meter, idle: number): Promise<void> {
  const readHighest = watchHighest(shop.pid());
  const began = performance.now();
  const answer = await fetch(`${shop.url}/api/products/list/`);
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += (part as Uint8Array).length;
  meter.note("GET /api/products/list", performance.now() - began, "ms");
  meter.note("its size", bytes / 1_000_000, "MB");
  meter.note("highest memory meanwhile", readHighest(), "MB", idle + 2 * MOST_MB_MORE);
  const sitemap = performance.now();
  await ask(`${shop.url}/sitemap.xml`);
  meter.note("sitemap.xml", performance.now() - sitemap, "ms");
}
