import { listProducts } from "#shop/catalogue/endpoints.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../attack/attacked-shop.ts";
import { calculatePercentile } from "../attack/calls.ts";
import { seed } from "../chaos/seed-crowd.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { writeBareOrders } from "./bare-orders.ts";
import { type Bought, buy } from "./buyers.ts";
import { readProcessorTime } from "./processor-time.ts";

const ORDERS = 3_000;
/** The first warms the shop up. */
const CROWDS = [10, 10, 50];

/** What `npm run bench` judges on PostgreSQL; the embedded engine is for the first hundred orders a day. */
const GOALS = { perSecond: 700, p99: 100, shopMs: 0.8, databaseMs: 1.2 };

export const orders: Scenario = {
  name: "orders",
  summary: "orders of three lines by 10 and 50 customers at once, and the same rows written by bare SQL",
  engines: ["server", "embedded"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" }, async (shop) => {
      const [, atTen, atFifty] = await placeByCrowds(run, shop);
      if (!atTen || !atFifty) return [];
      const figures = [...toFigures(run, 10, atTen), ...toFigures(run, 50, atFifty)];
      return run.engine === "server" ? [...figures, ...(await compareWithBareSql(atTen.perSecond))] : figures;
    }),
};

async function placeByCrowds(run: ScenarioRun, shop: Shop): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const atOnce of CROWDS) {
    const now = await placeOrders(run, shop, atOnce);
    run.say(describe(atOnce, now));
    placed.push(now);
  }
  return placed;
}

interface Placed extends Bought {
  perSecond: number;
  p99: number;
  /** Processor time of an order, in ms. */
  shopMs: number;
  databaseMs: number;
}

async function placeOrders({ engine, postgres }: ScenarioRun, shop: Shop, atOnce: number): Promise<Placed> {
  const members = await shop.withDatabase((db) => seed(db, engine === "server" ? ORDERS : ORDERS / 10));
  const databasePid = engine === "server" ? postgres?.pid() : undefined;
  const readTimes = () => [shop.pid(), databasePid].map((pid) => (pid ? readProcessorTime(pid) : 0));
  const before = readTimes();
  const bought = await buy({
    port: Number(new URL(shop.url).port),
    tokens: members.map(({ token }) => token),
    atOnce,
    productIds: await listMadeToOrder(shop),
    address: shippingAddress,
  });
  const [shopMs = 0, databaseMs = 0] = readTimes().map(
    (time, index) => (time - (before[index] ?? 0)) / bought.ms.length,
  );
  const perSecond = (1_000 * bought.ms.length) / bought.tookMs;
  return { ...bought, perSecond, p99: calculatePercentile(bought.ms, 0.99), shopMs, databaseMs };
}

export async function listMadeToOrder(shop: Shop): Promise<string[]> {
  const answer = await fetch(shop.url + listProducts.path);
  const { data } = (await answer.json()) as { data: { _id: string; stock?: number | null }[] };
  return data.filter(({ stock }) => stock === undefined || stock === null).map(({ _id }) => _id);
}

const describe = (atOnce: number, { perSecond, p99, shopMs, databaseMs }: Placed): string =>
  `${atOnce} at once: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms; processor time of an order: ` +
  `${shopMs.toFixed(2)} ms of the shop, ${databaseMs.toFixed(2)} ms of PostgreSQL`;

function toFigures({ engine }: ScenarioRun, atOnce: number, placed: Placed): Figure[] {
  const { perSecond, p99, shopMs, databaseMs, others } = placed;
  const refused = { what: `refused (${atOnce} at once)`, value: others.length, atMost: 0, details: others };
  if (engine === "embedded") return [refused];
  const round = (value: number) => Math.round(value * 100) / 100;
  return [
    refused,
    { what: `orders a second (${atOnce} at once)`, value: Math.round(perSecond), atLeast: GOALS.perSecond },
    { what: `p99 (${atOnce} at once)`, value: Math.round(p99), unit: "ms", atMost: GOALS.p99 },
    {
      what: `processor time of the shop (${atOnce} at once)`,
      value: round(shopMs),
      unit: "ms",
      atMost: GOALS.shopMs,
    },
    { what: `and of PostgreSQL`, value: round(databaseMs), unit: "ms", atMost: GOALS.databaseMs },
  ];
}

/** Against what the machine can do at most. */
async function compareWithBareSql(perSecond: number): Promise<Figure[]> {
  const bare = await writeBareOrders(ORDERS, 10);
  return [
    { what: "orders a second by bare SQL, with nothing asked and no HTTP", value: Math.round(bare) },
    { what: "the shop's share of that", value: Math.round((100 * perSecond) / bare), unit: "%" },
  ];
}
