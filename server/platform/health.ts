import type { FastifyInstance } from "fastify";
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";

/** `/healthz`: the process lives (never asks the database). `/readyz`: it can serve, and is not leaving. */
export function serveHealth(app: FastifyInstance, context: Context, isLeaving: () => boolean): void {
  app.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
    if (isLeaving()) return reply.code(503).header("retry-after", "5").send({ status: "leaving" });
    try {
      await context.db.execute(sql`select 1`);
    } catch (cause) {
      context.log.warn({ err: cause }, "not ready: the database does not answer");
      return reply.code(503).header("retry-after", "2").send({ status: "database" });
    }
    return reply.send({ status: "ready" });
  });
}
