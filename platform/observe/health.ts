import type { FastifyInstance } from "fastify";
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isDiskFull } from "../storage/disk-space.ts";

/** Serves `/healthz` and `/readyz`. `/readyz?database=no` ignores the database, because cached pages do not need it. */
export function serveHealth(
  app: FastifyInstance,
  context: Pick<Context, "config" | "db" | "log">,
  isLeaving: () => boolean,
  isFull: (folder: string) => Promise<boolean> = isDiskFull,
): void {
  app.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get<{ Querystring: { database?: string } }>("/readyz", async ({ query }, reply) => {
    void reply.header("cache-control", "no-store");
    if (isLeaving()) return reply.code(503).header("retry-after", "5").send({ status: "leaving" });
    try {
      if (query.database !== "no") await context.db.execute(sql`select 1`);
    } catch (cause) {
      context.log.warn({ err: cause }, "not ready: the database is not responding");
      return reply.code(503).header("retry-after", "2").send({ status: "database" });
    }
    if (await isFull(context.config.dataDir)) {
      context.log.error({ dataDir: context.config.dataDir }, "not ready: the disk is full");
      return reply.code(503).header("retry-after", "60").send({ status: "disk" });
    }
    return reply.send({ status: "ready" });
  });
}
