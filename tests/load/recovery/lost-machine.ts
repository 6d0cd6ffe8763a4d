import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { findLedgerErrors } from "../../support/ledger.ts";
import type { Shop } from "../../support/shop.ts";
import { checkOutAll, planCheckouts } from "../checkout.ts";
import { type Member, getRareId } from "../crowded-shop.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { type ArchivedServer, startArchivedServer } from "./repository.ts";
import { prepareSellingShop, type SellingShop } from "./selling-shop.ts";

/** Shorter than deployed, so that the run is. */
const ARCHIVE_EVERY_SECONDS = 5;
/** Until a segment has been ended it is a moment, and to be copied it is another. */
const ON_ITS_WAY_MS = 3_000;
const SELLING_AGAIN_WITHIN_MS = 60_000;
const AT_ONCE = 4;
const GROUPS = 60;
const GROUP_EVERY_MS = 250;

export const lostMachine: Scenario = {
  name: "lost-machine",
  summary: "the database's machine is gone with its disk, no replica: what the repository has",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const server = await startArchivedServer(ARCHIVE_EVERY_SECONDS);
    if ("skipped" in server) return server;
    const selling = await prepareSellingShop();
    try {
      return await playLoss(run, server, selling);
    } finally {
      await selling.close();
      await server.close();
    }
  },
};

async function playLoss(run: ScenarioRun, server: ArchivedServer, selling: SellingShop): Promise<Figure[]> {
  const shop = await selling.openOn(server.postgres.url);
  const members = await selling.seed((GROUPS + 1) * AT_ONCE);
  await server.backUp();
  const acknowledged = await sell(shop, members.slice(AT_ONCE));
  const lostAt = Date.now();
  await server.postgres.crash();
  run.say(`lost with ${acknowledged.size} orders acknowledged`);

  const began = performance.now();
  const restored = await server.restore();
  try {
    const again = await selling.openOn(restored.url);
    const fresh = planCheckouts(members.slice(0, AT_ONCE), getRareId(1));
    await checkOutAll(again.url, fresh, AbortSignal.timeout(SELLING_AGAIN_WITHIN_MS));
    const sellingMs = performance.now() - began;
    return await again.withDatabase(async (db) => {
      const { rows } = await db.execute<{ order: string }>(sql`select order_id as order from orders`);
      const there = new Set(rows.map(({ order }) => order));
      const lost = [...acknowledged].filter(([order]) => !there.has(order));
      const oldest = Math.min(lostAt, ...lost.map(([, at]) => at));
      return [
        { what: "orders acknowledged", value: acknowledged.size, atLeast: GROUPS },
        { what: "of them not archived, so lost", value: lost.length },
        toTimeFigure(
          `RPO: age of the oldest that is lost, archive_timeout ${ARCHIVE_EVERY_SECONDS} s`,
          lostAt - oldest,
          ARCHIVE_EVERY_SECONDS * 1_000 + ON_ITS_WAY_MS,
        ),
        toTimeFigure("RTO: the restored shop takes an order", sellingMs, SELLING_AGAIN_WITHIN_MS),
        toNoneFigure(
          "faults in the books",
          (await findLedgerErrors(db)).map(({ about, fault }) => `${about}: ${fault}`),
        ),
      ];
    });
  } finally {
    await selling.close();
    await restored.stop();
  }
}

/** A few customers after the other for a quarter of a minute. Returns the orders, each with the moment before it was sent. */
async function sell(shop: Shop, members: readonly Member[]): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  for (let from = 0; from < members.length; from += AT_ONCE) {
    const at = Date.now();
    const seen = planCheckouts(members.slice(from, from + AT_ONCE), getRareId(0));
    await checkOutAll(shop.url, seen, AbortSignal.timeout(SELLING_AGAIN_WITHIN_MS));
    for (const { orderId } of seen.checkouts) if (orderId !== null) acknowledged.set(orderId, at);
    await pause(Math.max(0, GROUP_EVERY_MS - (Date.now() - at)));
  }
  return acknowledged;
}
