import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../attack/attacked-shop.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { writeBareOrders } from "./bare-orders.ts";
import { type BuildVisit, measureVisits } from "./customers.ts";
import { buildOrderVisit, buildShoppingVisit } from "./visit-calls.ts";

const ORDERS = 3_000;
/** The first warms the shop up. */
const CROWDS = [10, 10, 50];

interface Goals {
  /** With 10 and with 50 customers. */
  perSecond: readonly [number, number];
  p99?: number;
  shopMs?: number;
  databaseMs?: number;
}

const inOrderBench = { engines: ["server", "embedded"], inShortForm: false } as const;

/** The figures are asked of PostgreSQL; the embedded engine is for the first hundred orders a day. */
export const orders: Scenario = {
  ...inOrderBench,
  name: "orders",
  summary: "orders of three lines by 10 and 50 customers at once, and the same rows written by bare SQL",
  run: (run) =>
    openFor(run, async (shop) => {
      const goals: Goals = { perSecond: [700, 700], p99: 100, shopMs: 0.8, databaseMs: 1.2 };
      const { figures, fastest } = await measureCrowds(run, shop, buildOrderVisit, goals);
      return run.engine === "server" ? [...figures, ...(await compareWithBareSql(fastest))] : figures;
    }),
};

export const shopping: Scenario = {
  ...inOrderBench,
  name: "shopping",
  summary: "a purchase in six calls: pieces, into the bag, one more, the bag, the order, all orders",
  run: (run) =>
    openFor(run, async (shop) => {
      const { figures } = await measureCrowds(run, shop, buildShoppingVisit, { perSecond: [200, 250] });
      return figures;
    }),
};

const openFor = (run: ScenarioRun, work: (shop: Shop) => Promise<Figure[]>): Promise<Figure[]> =>
  runInShop(run, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" }, work);

async function measureCrowds(run: ScenarioRun, shop: Shop, buildVisit: BuildVisit, goals: Goals) {
  const figures: Figure[] = [];
  const count = run.engine === "server" ? ORDERS : ORDERS / 10;
  let fastest = 0;
  for (const [index, atOnce] of CROWDS.entries()) {
    const measured = await measureVisits(run, shop, { atOnce, count, buildVisit });
    fastest = Math.max(fastest, measured.perSecond);
    const { refused } = measured;
    figures.push({ what: `refused (${atOnce} at once)`, value: refused.length, atMost: 0, details: refused });
    if (run.engine === "server" && index > 0)
      figures.push(...judge(measured, atOnce, goals, goals.perSecond[index - 1] ?? 0));
  }
  return { figures, fastest };
}

const judge = (
  { perSecond, p99, shopMs, databaseMs }: Awaited<ReturnType<typeof measureVisits>>,
  atOnce: number,
  goals: Goals,
  atLeast: number,
): Figure[] => [
  { what: `a second (${atOnce} at once)`, value: Math.round(perSecond), atLeast },
  { what: "p99", value: Math.round(p99), unit: "ms", ...toLimit(goals.p99) },
  { what: "processor time of the shop", value: round(shopMs), unit: "ms", ...toLimit(goals.shopMs) },
  { what: "and of PostgreSQL", value: round(databaseMs), unit: "ms", ...toLimit(goals.databaseMs) },
];

const toLimit = (atMost: number | undefined) => (atMost === undefined ? {} : { atMost });

const round = (value: number): number => Math.round(value * 100) / 100;

/** Against what the machine can do at most. */
async function compareWithBareSql(perSecond: number): Promise<Figure[]> {
  const bare = await writeBareOrders(ORDERS, 10);
  return [
    { what: "orders a second by bare SQL, with nothing asked and no HTTP", value: Math.round(bare) },
    { what: "the shop's share of that", value: Math.round((100 * perSecond) / bare), unit: "%" },
  ];
}
