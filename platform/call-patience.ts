import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** How long one call may still wait for the database, all its waits together, in turns of `watchAnswers`. */
export interface Patience {
  turnsLeft: number;
}

/** One more than a single query may stay unanswered: the first silent one is still seen for what it is. */
const PATIENCE_TURNS = 17;

const current = new AsyncLocalStorage<Patience>();

/** That of the call on whose behalf this runs, if there is one. */
export const currentPatience = (): Patience | undefined => current.getStore();

export const isSpent = (patience: Patience | undefined): boolean =>
  patience !== undefined && patience.turnsLeft <= 0;

/** One turn has passed for all who wait now; who waits for several things at once has waited once. */
export function spendTurn(waiting: Iterable<Patience | undefined>): void {
  for (const patience of new Set(waiting)) if (patience) patience.turnsLeft--;
}

/**
 * Gives each call one patience with the database for all its queries together, so that it is answered or refused
 * within five seconds, although every single query of it would be waited for nearly so long (T31). Register it before
 * the first hook that asks the database.
 */
export function limitPatience(app: FastifyInstance): void {
  const patienceOf = new WeakMap<FastifyRequest, Patience>();
  app.addHook("onRequest", (request, reply, done) => {
    const patience = { turnsLeft: PATIENCE_TURNS };
    patienceOf.set(request, patience);
    // What the call left to be done is no one's waiting any more.
    reply.raw.once("close", () => (patience.turnsLeft = Infinity));
    current.run(patience, done);
  });
  // What runs after the body was read no longer runs on behalf of the first hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    const patience = patienceOf.get(request);
    if (patience) current.run(patience, done);
    else done();
  });
}
