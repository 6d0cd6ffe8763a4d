import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTimeBudget } from "../database/query-watchdog.ts";
import { runFor, type Work } from "../observe/current-work.ts";
import type { IsTrusted } from "./proxies.ts";
import type { IncomingMessage } from "node:http";
import { generateCode } from "../ids.ts";

/**
 * Lets everything that a request leads to know of it: the log, SQL, and whoever waits for the database, for which each
 * call has one time budget for all its queries together, so that it is answered or refused within five seconds, although every
 * single query of it would be waited for nearly so long (T31). Register it before the first hook that asks the database.
 */
export function followRequests(app: FastifyInstance): void {
  const workOf = new WeakMap<FastifyRequest, Work>();
  app.addHook("onRequest", (request, reply, done) => {
    const { budget, end } = createTimeBudget();
    const work: Work = { id: request.id, name: nameRequest(request), budget };
    workOf.set(request, work);
    reply.raw.once("close", end);
    runFor(work, done);
  });
  app.addHook("onSend", async (request, reply) => {
    if (!mayBeHeld(reply)) reply.header(REQUEST_ID_HEADER, request.id);
  });
  // What runs after the body was read no longer runs on behalf of the first hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    const work = workOf.get(request);
    if (work) runFor(work, done);
    else done();
  });
}

/** Others would get it with the id of someone else's request. What is answered out of memory may be held by anyone. */
function mayBeHeld(reply: FastifyReply): boolean {
  const held = reply.getHeader("cache-control");
  return held !== undefined && !/no-store|private/.test(String(held));
}

/** Never by what a visitor wrote into it. */
const nameRequest = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? "none"}`;

/** The header with which a proxy names a request, and an answer says which one it belongs to. */
const REQUEST_ID_HEADER = "x-request-id";

/** Nothing that ends a line, a comment of SQL, or a header: it is written into all three. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

const CODE_LENGTH = 10;

/** The reference that a customer can name when something has failed; the log has it as `requestId`. */
export const describeReference = (id: string): string => `Reference: ${id}`;

/** Names each request: as a trusted proxy in front of the shop did, else by a code of its own. */
export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    return typeof given === "string" && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? "")
      ? given
      : generateCode(CODE_LENGTH);
  };
}
