import { openDatabase, transact } from "#platform/database/database.ts";
import { generateReadableId, generateUuid } from "#platform/ids.ts";
import { defineInsert } from "#platform/database/statement.ts";
import { outbox } from "#platform/database/tables.ts";
import { createOrder } from "../../../shop/checkout/server/place-order.ts";
import { insertOrder } from "../../../shop/orders/server/add-order.ts";
import { stockMovement } from "../../../shop/inventory/server/tables.ts";
import { createServerDatabase, testLog } from "../../support/database.ts";
import { shippingAddress } from "../../support/samples.ts";
import { runInShop } from "../crowded-shop.ts";
import type { Figure, Scenario, ScenarioRun } from "../scenario.ts";
import { BENCH_SETTINGS, buildOrderVisit, buildShoppingVisit, measureVisits } from "./visits.ts";

const ORDERS = 3_000;
const ORDERS_IN_SHORT = 60;
/** The numbers of concurrent customers. The first one is for warming up. */
const CROWDS = [10, 10, 50];

interface Goals {
  /** Minimum orders per second with 10 and with 50 customers. */
  perSecond: readonly [number, number];
  p99?: number;
  shopMs?: number;
  databaseMs?: number;
}

/** The limits apply to PostgreSQL only, because the embedded engine is meant for up to a hundred orders a day. */
export const orders: Scenario = {
  name: "orders",
  summary: "orders of three lines by 10 and 50 concurrent customers, and the same rows inserted by SQL alone",
  engines: ["server", "embedded"],
  inShortForm: true,
  run: (run) =>
    measureCrowds(run, buildOrderVisit, { perSecond: [700, 700], p99: 100, shopMs: 0.8, databaseMs: 1.2 }),
};

export const shopping: Scenario = {
  name: "shopping",
  summary: "a purchase in six calls: product list, add to bag, change, read the bag, order, list of orders",
  engines: ["server", "embedded"],
  inShortForm: true,
  run: (run) => measureCrowds(run, buildShoppingVisit, { perSecond: [200, 250] }),
};

/** Measures each crowd. The short form has no speed limits and only checks that no order is refused. */
const measureCrowds = (run: ScenarioRun, buildVisit: typeof buildOrderVisit, goals: Goals) =>
  runInShop(run, BENCH_SETTINGS, async (shop) => {
    const figures: Figure[] = [];
    const onServer = run.engine === "server";
    const count = run.isShort ? ORDERS_IN_SHORT : onServer ? ORDERS : ORDERS / 10;
    let fastest = 0;
    for (const [index, atOnce] of CROWDS.entries()) {
      const measured = await measureVisits(run, shop, { atOnce, count, buildVisit });
      fastest = Math.max(fastest, measured.perSecond);
      const { refused } = measured;
      figures.push({
        what: `refused (${atOnce} at once)`,
        value: refused.length,
        atMost: 0,
        details: refused,
      });
      if (onServer && index > 0 && !run.isShort) figures.push(...judge(measured, atOnce, index, goals));
    }
    if (onServer && buildVisit === buildOrderVisit && !run.isShort)
      figures.push(...(await compareWithBareSql(fastest)));
    return figures;
  });

function judge(
  { perSecond, p99, shopMs, databaseMs }: Awaited<ReturnType<typeof measureVisits>>,
  atOnce: number,
  index: number,
  goals: Goals,
): Figure[] {
  const toFigure = (what: string, value: number, atMost: number | undefined): Figure => ({
    what,
    value: Math.round(value * 100) / 100,
    unit: "ms",
    ...(atMost !== undefined && { atMost }),
  });
  return [
    {
      what: `a second (${atOnce} at once)`,
      value: Math.round(perSecond),
      atLeast: goals.perSecond[index - 1] ?? 0,
    },
    toFigure("p99", Math.round(p99), goals.p99),
    toFigure("processor time of the shop", shopMs, goals.shopMs),
    toFigure("and of PostgreSQL", databaseMs, goals.databaseMs),
  ];
}

async function compareWithBareSql(perSecond: number): Promise<Figure[]> {
  const bare = await writeBareOrders(ORDERS, 10);
  return [
    { what: "orders a second by SQL alone, without HTTP", value: Math.round(bare) },
    { what: "the shop's share of that", value: Math.round((100 * perSecond) / bare), unit: "%" },
  ];
}

/**
 * Returns the number of orders a second that the database accepts if the same connection pool only inserts their rows.
 */
async function writeBareOrders(count: number, atOnce: number): Promise<number> {
  const { url, drop } = await createServerDatabase({ migrated: true });
  const database = await openDatabase({ databaseUrl: url, databasePool: 10, dataDir: "" }, testLog);
  try {
    const began = performance.now();
    let left = count;
    const write = async () => {
      while (left-- > 0) await writeOrder(database.db);
    };
    await Promise.all(Array.from({ length: atOnce }, write));
    return (1_000 * count) / (performance.now() - began);
  } finally {
    await database.close();
    await drop();
  }
}

const lines = ["first", "second", "third"].map((productId) => ({
  productId,
  title: "Roz Acacia Everyday Bowl",
  imageUrl: null,
  hsn: null,
  leadDays: 0,
  gstRate: null,
  unitPrice: 89_900,
  quantity: 1,
}));
const insertMovements = defineInsert(stockMovement);
const insertOutbox = defineInsert(outbox);

function writeOrder(db: Parameters<typeof transact>[0]): Promise<unknown> {
  const now = new Date();
  const contact = { firstName: "Asha", lastName: "Patel", email: "asha@example.com" };
  const order = createOrder(now, {
    orderId: generateReadableId("TRV"),
    accountId: generateUuid(),
    idempotency: null,
    payload: { items: [], notes: "" },
    lines,
    rates: { cgst: 9, sgst: 9 },
    destination: { shippingAddress, contact },
  });
  const movements = lines.map(({ productId }) => ({
    orderId: order.id,
    productId,
    turn: 1,
    kind: "reserve" as const,
    quantity: 1,
    movedAt: now,
  }));
  const createEvent = () => ({
    id: generateUuid(),
    topic: "order.placed",
    subscriber: "bench",
    payload: { orderId: order.orderId, accountId: order.accountId },
    createdAt: now,
    runAt: now,
    attempts: 0,
    doneAt: null,
    deadAt: null,
    lastError: null,
    requestId: null,
    traceparent: null,
  });
  return transact(db, (tx) =>
    Promise.all([
      insertOrder(tx, order, lines),
      insertMovements(tx, movements),
      insertOutbox(tx, [createEvent(), createEvent()]),
    ]),
  );
}
