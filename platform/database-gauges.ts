import { sql } from "drizzle-orm";
import { Gauge, Registry } from "prom-client";
import type { Context } from "./context.ts";

export function registerDatabaseGauges(
  { db, log, now }: Pick<Context, "db" | "log" | "now">,
  registers: Registry[],
) {
  const { up, deliveries, oldest, connections } = createGauges(registers);
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.$client;
    connections.set({ state: "busy" }, totalCount - idleCount);
    connections.set({ state: "idle" }, idleCount);
    connections.set({ state: "waiting" }, waitingCount);
    try {
      const { waiting, dead, overdue } = await countDeliveries(db, now());
      deliveries.set({ state: "waiting" }, waiting);
      deliveries.set({ state: "dead" }, dead);
      oldest.set(overdue);
      up.set(1);
    } catch (cause) {
      log.warn({ err: cause }, "the metrics could not ask the database");
      deliveries.reset();
      oldest.set(NaN);
      up.set(0);
    }
  };
}

const createGauges = (registers: Registry[]) => ({
  up: new Gauge({
    name: "shop_database_up",
    help: "1 when the database answered just now.",
    registers,
  }),
  deliveries: new Gauge({
    name: "shop_deliveries",
    help: "Events that are published and not delivered: waiting, or dead after the last attempt.",
    labelNames: ["state"],
    registers,
  }),
  oldest: new Gauge({
    name: "shop_deliveries_overdue_seconds",
    help: "How long the longest overdue delivery has been due.",
    registers,
  }),
  connections: new Gauge({
    name: "shop_database_connections",
    help: "Connections of this process, and those who wait for one.",
    labelNames: ["state"],
    registers,
  }),
});

async function countDeliveries(db: Context["db"], now: Date) {
  const { rows } = await db.execute<{ waiting: number; dead: number; overdue: number }>(sql`
    select count(*)::int as waiting,
           (select count(*)::int from outbox where done_at is null and dead_at is not null) as dead,
           coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(run_at))), 0)::float8 as overdue
      from outbox where done_at is null and dead_at is null`);
  return rows[0] ?? { waiting: 0, dead: 0, overdue: 0 };
}
