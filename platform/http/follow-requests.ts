import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTimeBudget } from "../database/query-watchdog.ts";
import { runFor, type Work } from "../observe/current-work.ts";
import type { IsTrusted } from "./proxies.ts";
import type { IncomingMessage } from "node:http";
import { generateCode } from "../ids.ts";

/** Gives each request a time budget for all its queries (T31). Register this before any hook that uses the database. */
export function followRequests(app: FastifyInstance): void {
  const workOf = new WeakMap<FastifyRequest, Work>();
  app.addHook("onRequest", (request, reply, done) => {
    const { budget, end } = createTimeBudget();
    const name = `${request.method} ${request.routeOptions.url ?? "none"}`;
    const work: Work = { id: request.id, name, budget };
    workOf.set(request, work);
    reply.raw.once("close", end);
    runFor(work, done);
  });
  app.addHook("onSend", async (request, reply) => {
    const cacheControl = reply.getHeader("cache-control");
    // A response that a cache may store gets no request id, because other visitors would receive the same id.
    if (cacheControl === undefined || /no-store|private/.test(String(cacheControl)))
      reply.header(REQUEST_ID_HEADER, request.id);
  });
  // The async context of the first hooks is lost while the body is read, so restore it.
  app.addHook("preValidation", (request, _reply, done) => {
    const work = workOf.get(request);
    if (work) runFor(work, done);
    else done();
  });
}

const REQUEST_ID_HEADER = "x-request-id";

/** The format of a request id. Other characters could break log lines, SQL comments and headers that contain the id. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** A customer can quote the reference after an error. The log contains it as `requestId`. */
export const describeReference = (id: string): string => `Reference: ${id}`;

export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const value = headers[REQUEST_ID_HEADER];
    return typeof value === "string" && REQUEST_ID.test(value) && isTrusted(socket.remoteAddress ?? "")
      ? value
      : generateCode(10);
  };
}
