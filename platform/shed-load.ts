import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { busy } from "./envelope.ts";

interface Patience {
  /** Mean delay of the event loop, in milliseconds, from which calls and pages are turned away. */
  delayMs: number;
  /** The same for who is ordering or paying: they come last. */
  orderDelayMs: number;
  /** Over how long the mean is taken: one long breath among many short ones says nothing. */
  overMs: number;
}

const PATIENCE: Patience = { delayMs: 250, orderDelayMs: 1_000, overMs: 5_000 };

/**
 * Answers 503 with Retry-After while the process cannot keep up (security §11), so that those who are served are served
 * in time. `/readyz` says so too, and a load balancer asks someone else; `/healthz` never does: the process lives.
 * What is kept in memory is given out all the same. Register it before the routes.
 */
export async function shedLoad(app: FastifyInstance, patience: Patience = PATIENCE): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: patience.delayMs,
    sampleInterval: patience.overMs,
    pressureHandler: async (request, _reply, _type, delayMs) => {
      if (!isTurnedAway(request.url, delayMs ?? Infinity, patience)) return;
      throw busy(patience.overMs);
    },
  });
}

/** Whether who asks for this address is turned away while the event loop is `delayMs` late. */
export function isTurnedAway(
  url: string,
  delayMs: number,
  { delayMs: most, orderDelayMs }: Patience = PATIENCE,
) {
  if (isAlive(url)) return false;
  return delayMs > (isOrdering(url) ? orderDelayMs : most);
}

export const isAlive = (url: string): boolean => /^\/healthz(\?|$)/.test(url);

/** An order on its way, its payment and the provider's news of it, and the sign-in they need. */
export const isOrdering = (url: string): boolean =>
  /^\/(api\/(orders|payments|auth\/refresh)|pay)(\/|-|\?|$)/.test(url);
