import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Context } from "./context.ts";
import { closeAfterLastResponse } from "./graceful-close.ts";
import { registerDatabaseGauges } from "./database-gauges.ts";
import { registerReplicaGauges } from "./replica-gauges.ts";

/** What this process counts of itself, for Prometheus; it names no customer. Never on the public port (security §11). */
export interface Metrics {
  contentType: string;
  /** Everything, as Prometheus reads it. Asks the database how much is waiting. */
  text(): Promise<string>;
  /** Times every answer of the framework, by its route. */
  watch(app: FastifyInstance): void;
  /** Counts an answer given out of memory, which no route has seen. */
  countCacheHit(): void;
  /** Counts a request that was turned away for lack of capacity, which no route has seen either. */
  countTurnedAway(): void;
}

export function createMetrics(context: Pick<Context, "db" | "publicReads" | "log" | "now">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Answers by route, from the request to its last byte. 429 were limited, 503 turned away.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const countCacheHit = registerCacheHits(registers);
  const turnedAway = new Counter({
    name: "shop_turned_away_total",
    help: "Requests answered with 503 before any route, because as many were under way as can be served.",
    registers,
  });
  const lookAtDatabase = registerDatabaseGauges(context, registers);
  const lookAtReplicas = registerReplicaGauges(context, registers);

  return {
    contentType: registry.contentType,
    async text() {
      await Promise.all([lookAtDatabase(), lookAtReplicas()]);
      return registry.metrics();
    },
    watch(app) {
      app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url?.replace(/^\/assets\/.+/, "/assets/*") ?? "none";
        seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
    countCacheHit,
    countTurnedAway: () => turnedAway.inc(),
  };
}

/** Counted here and handed over when asked for: the library's counter takes as long as serving a page from memory. */
function registerCacheHits(registers: Registry[]): () => void {
  let hits = 0;
  const counter = new Counter({
    name: "http_cache_hits_total",
    help: "Answers given out of memory.",
    registers,
    collect() {
      counter.reset();
      counter.inc(hits);
    },
  });
  return () => void hits++;
}

/** Answers `/metrics` on this machine's own address alone, for a Prometheus beside the shop. */
export async function serveMetrics(metrics: Metrics, port: number) {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { server, close: closeAfterLastResponse(server) };
}
