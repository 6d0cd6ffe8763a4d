import { sql } from "drizzle-orm";
import { Gauge, Registry } from "@prometheus-io/client";
import type { Context } from "../context.ts";

export function registerDatabaseGauges(
  { db, log, now }: Pick<Context, "db" | "log" | "now">,
  registers: Registry[],
) {
  const { up, deliveries, oldest, connections, size, ...bySubscriber } = createGauges(registers);
  size.set(db.$client.options.max);
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.$client;
    connections.set({ state: "busy" }, totalCount - idleCount);
    connections.set({ state: "idle" }, idleCount);
    connections.set({ state: "waiting" }, waitingCount);
    for (const gauge of [deliveries, bySubscriber.waiting, bySubscriber.dead, bySubscriber.overdue])
      gauge.reset();
    try {
      const rows = await countDeliveries(db, now());
      for (const { subscriber, waiting, dead, overdue } of rows) {
        bySubscriber.waiting.inc({ subscriber }, waiting);
        bySubscriber.dead.inc({ subscriber }, dead);
        bySubscriber.overdue.inc({ subscriber }, overdue);
      }
      deliveries.set(
        { state: "waiting" },
        rows.reduce((sum, { waiting }) => sum + waiting, 0),
      );
      deliveries.set(
        { state: "dead" },
        rows.reduce((sum, { dead }) => sum + dead, 0),
      );
      oldest.set(Math.max(0, ...rows.map(({ overdue }) => overdue)));
      up.set(1);
    } catch (cause) {
      log.warn({ err: cause }, "the metrics could not ask the database");
      oldest.set(NaN);
      up.set(0);
    }
  };
}

function createGauges(registers: Registry[]) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    up: gauge("shop_database_up", "1 when the database answered just now."),
    deliveries: gauge(
      "shop_deliveries",
      "Events that are published and not delivered: waiting, or dead after the last attempt.",
      ["state"],
    ),
    oldest: gauge("shop_deliveries_overdue_seconds", "How long the longest overdue delivery has been due."),
    waiting: gauge("shop_outbox_waiting", "Deliveries that wait, by subscriber; the same in every process.", [
      "subscriber",
    ]),
    dead: gauge("shop_outbox_dead", "Deliveries that were given up and wait for the owner, by subscriber.", [
      "subscriber",
    ]),
    overdue: gauge(
      "shop_outbox_overdue_seconds",
      "How long the longest overdue delivery of a subscriber has been due.",
      ["subscriber"],
    ),
    connections: gauge(
      "shop_database_connections",
      "Connections of this process, and those who wait for one.",
      ["state"],
    ),
    size: gauge("shop_database_pool_size", "So many connections this process may have for customers."),
  };
}

interface Waiting extends Record<string, unknown> {
  subscriber: string;
  waiting: number;
  dead: number;
  overdue: number;
}

/** In two parts, as the indexes are: what was delivered long ago is not read. */
async function countDeliveries(db: Context["db"], now: Date): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting>(sql`
    select reaction as subscriber, count(*)::int as waiting, 0 as dead,
           greatest(0, extract(epoch from ${now}::timestamptz - min(run_at)))::float8 as overdue
      from outbox where done_at is null and dead_at is null group by reaction
    union all
    select reaction, 0, count(*)::int, 0
      from outbox where done_at is null and dead_at is not null group by reaction`);
  return rows;
}
