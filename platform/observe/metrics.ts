import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import { readBuildStamp } from "../cache/build-stamp.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { counted } from "./counts.ts";
import { closeAfterLastResponse } from "../http/graceful-close.ts";
import { registerDatabaseGauges } from "./database-gauges.ts";
import { resolveFromRoot } from "../storage/package-files.ts";

/** What this process counts of itself, for Prometheus; it names no customer. Never on the public port (security §11). */
export interface Metrics {
  contentType: string;
  /** Everything, as Prometheus reads it. Asks the database how much is waiting. */
  text(): Promise<string>;
  /** Times every answer of the framework, by its route. */
  watch(app: FastifyInstance): void;
}

/** `findLastBackup` says when the last backup was made, as far as the shop knows. */
export function createMetrics(
  context: Pick<Context, "db" | "engine" | "log" | "now">,
  findLastBackup: () => Promise<Date | null> = async () => null,
): Metrics {
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
  registerBuildInfo(context, registers);
  const lookAtDatabase = registerDatabaseGauges(context, registers);
  const lastBackup = new Gauge({
    name: "shop_last_backup_timestamp_seconds",
    help: "When the last backup was made, as far as the shop knows; 0: never.",
    registers,
  });

  return {
    contentType: registry.contentType,
    async text() {
      await lookAtDatabase();
      const backup = await findLastBackup().catch(() => undefined);
      if (backup !== undefined) lastBackup.set((backup?.getTime() ?? 0) / 1000);
      return Registry.merge([registry, counted]).metrics();
    },
    watch(app) {
      app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url?.replace(/^\/assets\/.+/, "/assets/*") ?? "none";
        seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
  };
}

/** Two processes of one shop that differ in it run different programs. */
function registerBuildInfo({ engine }: Pick<Context, "engine">, registers: Registry[]): void {
  const { version } = JSON.parse(readFileSync(resolveFromRoot("package.json"), "utf8")) as {
    version: string;
  };
  const build = readBuildStamp() ?? "none";
  new Gauge({
    name: "shop_build_info",
    help: "Always 1; its labels say what runs: `build` is the same for the same sources.",
    labelNames: ["version", "build", "node", "engine"],
    registers,
  }).set({ version, build, node: process.version, engine }, 1);
}

/**
 * Answers `/metrics` on a port of its own, for Prometheus: beside the shop, or on another machine that knows the token
 * (`Authorization: Bearer …`).
 */
export async function serveMetrics(metrics: Metrics, { port, host, token }: NonNullable<Config["metrics"]>) {
  const server = createServer((request, response) => {
    if (token !== undefined && !isSame(request.headers.authorization ?? "", `Bearer ${token}`))
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

/** In a time that tells nothing of how much was right. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(hash(given), hash(expected));

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
