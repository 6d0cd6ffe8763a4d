import type { FastifyInstance } from "fastify";
import { MINUTE } from "#contract/time.ts";
import { addressKey } from "./address-limit.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { tooMany } from "./envelope.ts";
import { allow, type Limit } from "./rate-limit.ts";

/** All calls of one network address together (security §10). */
const callsOfAddress = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 600 : 1_200,
  perMs: MINUTE,
});

const MOST_REMEMBERED = 10_000;

/**
 * Refuses the calls of a network address that asks too often, those that lead nowhere among them. What is kept in
 * memory is given out before and costs nothing, so it is not counted; nor are pages and files,
 * but the forms posted to pages are.
 */
export function limitCalls(app: FastifyInstance, context: Context): void {
  const limit = callsOfAddress(context.config.profile);
  const refusedUntil = new Map<string, number>();

  app.addHook("onRequest", async ({ method, url, ip }) => {
    const key = method === "POST" || isCall.test(url) ? addressKey("calls", ip, context.config) : null;
    if (key === null) return;
    const now = context.now();
    // A refused use costs nothing, so until then the answer is known: a flood does not reach the database.
    const known = (refusedUntil.get(key) ?? 0) - now.getTime();
    const retryAfterMs = known > 0 ? known : (await allow(context.db, key, limit, now)).retryAfterMs;
    if (retryAfterMs === 0) return void refusedUntil.delete(key);
    if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(key, now.getTime() + retryAfterMs);
    throw tooMany(retryAfterMs);
  });
}

const isCall = /^\/(api|addresses)(\/|\?|$)/;
