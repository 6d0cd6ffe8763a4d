import { sql } from "drizzle-orm";
import { getSqlState } from "#platform/database/database.ts";
import type { Seen } from "../checkout.ts";
import { findMoneyErrors, readLedger } from "../ledger.ts";
import { waitUntil } from "../watch.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { askServer } from "./archive-settings.ts";
import { type ArchivedServer, startArchivedServer } from "./repository.ts";
import { beginRound, prepareSellingShop, type SellingShop } from "./selling-shop.ts";

const ARCHIVE_EVERY_SECONDS = 60;
const SELLING_AGAIN_WITHIN_MS = 60_000;

export const droppedTable: Scenario = {
  name: "dropped-table",
  summary: "someone drops a table while customers order; back to the moment before, from the repository",
  engines: ["server"],
  inShortForm: true,
  async run(run) {
    const server = await startArchivedServer(ARCHIVE_EVERY_SECONDS);
    if ("skipped" in server) return server;
    const selling = await prepareSellingShop();
    try {
      return await playDrop(run, server, selling);
    } finally {
      await selling.close();
      await server.close();
    }
  },
};

async function playDrop(run: ScenarioRun, server: ArchivedServer, selling: SellingShop): Promise<Figure[]> {
  const { url } = server.postgres;
  const buyers = run.isShort ? 40 : 200;
  const shop = await selling.openOn(url);
  const members = await selling.seed(buyers * 3);
  // As heavy as a shop with a history, which takes its time to be backed up and restored.
  if (!run.isShort) await askServer(url, FILL);

  const first = beginRound(shop, members.slice(0, buyers), 0);
  const backup = await server.backUp(); // while they order
  await first.done;
  const second = beginRound(shop, members.slice(buyers, buyers * 2), 1);
  await waitUntil("some orders are acknowledged", () => second.seen.acknowledged >= buyers / 3);
  const { moment, acknowledged } = await drop(url, second.seen);
  const seen = mergeSeen(first.seen, acknowledged);
  run.say(`dropped at ${moment.toISOString()}, with ${seen.acknowledged} orders acknowledged`);
  await shop.kill();

  await server.archiveAll();
  const began = performance.now();
  const restored = await server.restore(moment);
  try {
    const restoredMs = performance.now() - began;
    const again = await selling.openOn(restored.url);
    const third = beginRound(again, members.slice(buyers * 2), 2);
    await waitUntil("an order is acknowledged", () => third.seen.acknowledged > 0);
    const sellingMs = performance.now() - began;
    await third.done;
    // What was being paid at the moment of the drop is asked for within half a minute; judged below if it is not.
    const isSettled = () => again.withDatabase(async (db) => (await findMoneyErrors(db)).length === 0);
    await waitUntil("the money is where it belongs", isSettled, 1_000).catch(() => {});
    return [
      ...(await readLedger(again, mergeSeen(seen, third.seen))),
      await again.withDatabase(async (db) => {
        const { rows } = await db.execute<{ bytes: string }>(
          sql`select pg_database_size(current_database()) as bytes`,
        );
        return { what: "database", value: toMegabytes(Number(rows[0]?.bytes)), unit: "MB" };
      }),
      { what: "full backup", value: Math.round(backup.ms), unit: "ms" },
      { what: "it takes of the repository", value: toMegabytes(backup.bytes), unit: "MB" },
      { what: "the restored server takes writes", value: Math.round(restoredMs), unit: "ms" },
      toTimeFigure("RTO: the restored shop takes an order", sellingMs, SELLING_AGAIN_WITHIN_MS),
    ];
  } finally {
    await selling.close();
    await restored.stop();
  }
}

const FILL = `create table history as
  select n, (select string_agg(md5(n::text || part), '') from generate_series(1, 9) part) as text
    from generate_series(1, 1000000) n`;

/** Drops a table in the middle of everything. Returns when that was, and what customers had been told by then. */
async function drop(url: string, seen: Seen): Promise<{ moment: Date; acknowledged: Seen }> {
  for (;;) {
    const acknowledged = structuredClone(seen);
    const moment = (await askServer(url, "select clock_timestamp() as answer")) as Date;
    try {
      await askServer(url, "drop table order_line cascade");
      return { moment, acknowledged };
    } catch (cause) {
      if (getSqlState(cause) !== DEADLOCK) throw cause; // an order was faster; once more
    }
  }
}

const DEADLOCK = "40P01";

const toMegabytes = (bytes: number) => Math.round(bytes / 100_000) / 10;

const mergeSeen = (one: Seen, other: Seen): Seen => ({
  ...one,
  checkouts: [...one.checkouts, ...other.checkouts],
  anomalies: [...one.anomalies, ...other.anomalies],
  acknowledged: one.acknowledged + other.acknowledged,
});
