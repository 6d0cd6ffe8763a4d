import type { FastifyInstance, FastifyRequest } from "fastify";
import { createTimeBudget } from "./call-time-budget.ts";
import { runFor, type Work } from "./current-work.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

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
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
    reply.raw.once("close", end);
    runFor(work, done);
  });
  // What runs after the body was read no longer runs on behalf of the first hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    const work = workOf.get(request);
    if (work) runFor(work, done);
    else done();
  });
}

/** Never by what a visitor wrote into it. */
const nameRequest = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? "none"}`;
