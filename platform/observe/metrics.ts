import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import { readBuildStamp } from "../cache/serve-built-files.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { counted, defineCount } from "./counts.ts";
import { closeAfterLastResponse } from "../http/graceful-close.ts";
import { isOneOf } from "../http/signed-link.ts";
import { resolveFromRoot } from "../storage/package-files.ts";
import { sql } from "drizzle-orm";

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics contain no customer data and are never served on the public port (security §11). */
export function createMetrics(
  context: Pick<Context, "db" | "engine" | "log" | "now">,
  findLastBackup: () => Promise<Date | null> = async () => null,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of each response until its last byte, by route. Status 429: rate limit; 503: refused under load.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  registerBuildInfo(context, registers);
  const updateDatabaseGauges = registerDatabaseGauges(context, registers);
  const lastBackup = new Gauge({
    name: "shop_last_backup_timestamp_seconds",
    help: "Time of the last known backup; 0: never.",
    registers,
  });

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      await updateDatabaseGauges();
      const backup = await findLastBackup().catch(() => undefined);
      if (backup !== undefined) lastBackup.set((backup?.getTime() ?? 0) / 1000);
      return Registry.merge([registry, counted]).metrics();
    },
    watch(app: FastifyInstance): void {
      app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url?.replace(/^\/assets\/.+/, "/assets/*") ?? "none";
        seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
  };
}

/** Registers a metric that shows whether processes run different versions. */
function registerBuildInfo({ engine }: Pick<Context, "engine">, registers: Registry[]): void {
  const { version } = JSON.parse(readFileSync(resolveFromRoot("package.json"), "utf8")) as {
    version: string;
  };
  const build = readBuildStamp() ?? "none";
  new Gauge({
    name: "shop_build_info",
    help: "The labels contain the running version; the value is always 1.",
    labelNames: ["version", "build", "node", "engine"],
    registers,
  }).set({ version, build, node: process.version, engine }, 1);
}

export async function serveMetrics(metrics: Metrics, { port, host, token }: NonNullable<Config["metrics"]>) {
  const server = createServer((request, response) => {
    if (token !== undefined && !isOneOf([`Bearer ${token}`], request.headers.authorization ?? ""))
      return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return { server, close: closeAfterLastResponse(server) };
}

function registerDatabaseGauges(
  { db, log, now }: Pick<Context, "db" | "log" | "now">,
  registers: Registry[],
) {
  const { up, oldest, connections, size, ...bySubscriber } = createGauges(registers);
  size.set(db.$client.options.max);
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.$client;
    connections.set({ state: "busy" }, totalCount - idleCount);
    connections.set({ state: "idle" }, idleCount);
    connections.set({ state: "waiting" }, waitingCount);
    for (const gauge of Object.values(bySubscriber)) gauge.reset();
    try {
      const rows = await countDeliveries(db, now());
      for (const { subscriber, waiting, dead, overdue } of rows) {
        bySubscriber.waiting.inc({ subscriber }, waiting);
        bySubscriber.dead.inc({ subscriber }, dead);
        bySubscriber.overdue.inc({ subscriber }, overdue);
      }
      oldest.set(Math.max(0, ...rows.map(({ overdue }) => overdue)));
      up.set(1);
    } catch (cause) {
      log.warn({ err: cause }, "the metrics could not be read from the database");
      oldest.set(NaN);
      up.set(0);
    }
  };
}

function createGauges(registers: Registry[]) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    up: gauge("shop_database_up", "1 if the database responds, otherwise 0."),
    oldest: gauge(
      "shop_deliveries_overdue_seconds",
      "Delay of the most overdue event delivery, over all subscribers.",
    ),
    waiting: gauge("shop_outbox_waiting", "Number of event deliveries that are waiting.", ["subscriber"]),
    dead: gauge("shop_outbox_dead", "Event deliveries that failed and are not retried any more.", [
      "subscriber",
    ]),
    overdue: gauge("shop_outbox_overdue_seconds", "Delay of the most overdue event delivery.", [
      "subscriber",
    ]),
    connections: gauge(
      "shop_database_connections",
      "Database connections of this process: busy, idle, waiting.",
      ["state"],
    ),
    size: gauge("shop_database_pool_size", "Maximum number of database connections."),
  };
}

interface QueueRow extends Record<string, unknown> {
  subscriber: string;
  waiting: number;
  dead: number;
  overdue: number;
}

async function countDeliveries(db: Context["db"], now: Date): Promise<QueueRow[]> {
  const { rows } = await db.execute<QueueRow>(sql`
    select reaction as subscriber, count(*)::int as waiting, 0 as dead,
           greatest(0, extract(epoch from ${now}::timestamptz - min(run_at)))::float8 as overdue
      from outbox where done_at is null and dead_at is null group by reaction
    union all
    select reaction, 0, count(*)::int, 0
      from outbox where done_at is null and dead_at is not null group by reaction`);
  return rows;
}

export const cacheHits = defineCount("http_cache_hits_total", "Responses from the memory cache.");

export const cacheMisses = defineCount(
  "http_cache_misses_total",
  "Pages and public responses that were not cached.",
);

export const rejectedRequests = defineCount(
  "shop_turned_away_total",
  "Requests refused with 503 because too many were in progress.",
);
