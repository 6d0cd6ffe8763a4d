import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { findFreePort } from "../../support/processes.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { calculateP99, type LeanRequest, type CrowdResult, sendCrowd } from "../crowd.ts";
import { type Member, runInShop, seed } from "../crowded-shop.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { listFailures, readMetric } from "../watch.ts";
import { measureBareOrders } from "./bare-orders.ts";
import { readProcessorTime } from "./processes.ts";

/** Settings with which the shop trusts the IP addresses of visitors that a benchmark sends in headers. */
export const BENCH_SETTINGS = { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" };

const LINES = 3;
/** The orders contain only this many of the newest products, even if the catalogue is larger. */
const SOLD = 36;

/** Places an order of three products for each of these customers. The products differ between customers. */
export async function sendOrders(
  shop: Shop,
  members: readonly Member[],
  atOnce: number,
): Promise<CrowdResult> {
  const productIds = await listMadeToOrder(shop);
  const requests = members.map(({ token }, index) =>
    buildOrder(token, index, pickProducts(index, productIds)),
  );
  return sendCrowd({ url: shop.url, atOnce, requests });
}

async function listMadeToOrder(shop: Shop): Promise<string[]> {
  const response = await fetch(`${shop.url}${listProducts.path}?page=1&limit=${SOLD}`);
  const { data } = (await response.json()) as { data: { _id: string; stock?: number | null }[] };
  return data.filter(({ stock }) => stock === undefined || stock === null).map(({ _id }) => _id);
}

export async function measureOrders(
  { engine, postgres, say }: ScenarioRun,
  shop: Shop,
  atOnce: number,
  count: number,
) {
  const members = await shop.withDatabase((db) => withLongStatements(() => seed(db, count)));
  const pids = [shop.pid(), engine === "server" ? postgres?.pid() : undefined];
  const readTimes = () => pids.map((pid) => (pid ? readProcessorTime(pid) : 0));
  const startTimes = readTimes();
  const served = await sendOrders(shop, members, atOnce);
  const [shopMs = 0, databaseMs = 0] = readTimes().map(
    (time, index) => (time - (startTimes[index] ?? 0)) / count,
  );
  const [perSecond, p99] = [(1_000 * count) / served.tookMs, calculateP99(served.answers)];
  say(
    `${atOnce} at once: ${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms; processor time of each: ` +
      `${shopMs.toFixed(2)} ms of the shop, ${databaseMs.toFixed(2)} ms of PostgreSQL`,
  );
  return { perSecond, p99, shopMs, databaseMs, refused: listFailures(served.answers) };
}

const pickProducts = (index: number, productIds: readonly string[]): string[] =>
  Array.from({ length: LINES }, (_, line) => productIds[(index + line * 7) % productIds.length] ?? "");

const buildOrder = (token: string, index: number, productIds: readonly string[]): LeanRequest => ({
  method: placeOrder.method,
  path: placeOrder.path,
  from: `10.1.${index % 250}.1`,
  token,
  body: JSON.stringify({
    items: productIds.map((productId) => ({ productId, quantity: 1 })),
    shippingAddress,
  }),
  headers: `idempotency-key: bench-${String(index).padStart(12, "0")}-${token.slice(0, 8)}\r\n`,
});

const ORDERS = 3_000;
const ORDERS_IN_SHORT = 60;
/** The numbers of concurrent customers in successive runs. The first run is a warm-up. */
const CROWDS = [10, 10, 50];

/** The limits hold on any machine: the speed relative to PostgreSQL's own, and the SQL statements of each order. */
export const orders: Scenario = {
  name: "orders",
  summary: "orders of three lines by 10 and 50 concurrent customers, and the same rows inserted by SQL alone",
  engines: ["server", "embedded"],
  inShortForm: true,
  async run(run) {
    const port = await findFreePort();
    return runInShop(run, { ...BENCH_SETTINGS, METRICS_PORT: String(port) }, async (shop) => {
      const onServer = run.engine === "server";
      const count = run.isShort ? ORDERS_IN_SHORT : onServer ? ORDERS : ORDERS / 10;
      const figures: Figure[] = [];
      let fastest = 0;
      for (const atOnce of CROWDS) {
        const before = await readMetric(port, STATEMENTS);
        const measured = await measureOrders(run, shop, atOnce, count);
        const statements = ((await readMetric(port, STATEMENTS)) - before) / count;
        fastest = Math.max(fastest, measured.perSecond);
        figures.push(
          toNoneFigure(`refused (${atOnce} at once)`, measured.refused),
          { what: `a second (${atOnce} at once)`, value: Math.round(measured.perSecond) },
          // Not counted with the embedded engine: inserting the customers restarts the shop, which resets the counter.
          ...(onServer ? [{ what: "SQL statements of each", value: round(statements), atMost: 16 }] : []),
        );
      }
      return onServer ? [...figures, ...(await compareWithBareSql(shop, fastest, count))] : figures;
    });
  },
};

const STATEMENTS = "shop_statements_total";

async function compareWithBareSql(shop: Shop, perSecond: number, count: number): Promise<Figure[]> {
  const bare = await shop.withDatabase((db) => measureBareOrders(db, count, 10));
  const share = {
    value: Math.round((100 * perSecond) / bare),
    unit: "%",
    atLeast: 35,
    isTimed: true,
  } as const;
  return [
    { what: "orders a second by SQL alone", value: Math.round(bare) },
    { what: "the shop's share of that", ...share },
  ];
}

const round = (value: number) => Math.round(value * 100) / 100;
