import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTimeBudget } from "../database/call-time-budget.ts";
import { runFor, type Work } from "../observe/current-work.ts";
import type { IsTrusted } from "./proxies.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { beginSpan, isTracing, parseTraceparent, type SpanContext } from "../observe/tracing.ts";

/**
 * Lets everything that a request leads to know of it: the log, SQL, and whoever waits for the database, for which each
 * call has one time budget for all its queries together, so that it is answered or refused within five seconds, although every
 * single query of it would be waited for nearly so long (T31). Register it before the first hook that asks the database.
 */
export function followRequests(app: FastifyInstance, isTrusted: IsTrusted = () => false): void {
  const workOf = new WeakMap<FastifyRequest, Work>();
  app.addHook("onRequest", (request, reply, done) => {
    const { budget, end } = createTimeBudget();
    const work: Work = { id: request.id, name: nameRequest(request), budget };
    if (isTracing()) work.span = traceRequest(request, reply, isTrusted);
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

/** In the trace that a trusted proxy has begun, else in one of its own. Returns the place of its span. */
function traceRequest(request: FastifyRequest, reply: FastifyReply, isTrusted: IsTrusted): SpanContext {
  const { headers, socket, method, routeOptions } = request;
  const parent = isTrusted(socket.remoteAddress ?? "") ? parseTraceparent(headers["traceparent"]) : undefined;
  const route = routeOptions.url ?? "none";
  const attributes = { "http.request.method": method, "http.route": route, "taruva.request_id": request.id };
  const end = beginSpan({ name: nameRequest(request), kind: "server", attributes }, parent);
  reply.raw.once("close", () => {
    const { statusCode } = reply.raw;
    end(statusCode >= 500 ? statusCode : undefined, { "http.response.status_code": statusCode });
  });
  return end.context;
}

/** Never by what a visitor wrote into it. */
const nameRequest = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? "none"}`;
