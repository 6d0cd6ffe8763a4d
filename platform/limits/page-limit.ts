import type { FastifyInstance, FastifyRequest } from "fastify";
import { MINUTE } from "#contract/time.ts";
import { getAddressKey, createMemoryLimit, type Limit } from "./rate-limit.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { createTooManyRefusal } from "../http/envelope.ts";

/** The limit for all calls and posted forms from one IP address (security §10). */
export const getCallLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 600 : 1_200,
  perMs: MINUTE,
});

/** Limits API calls and posted forms, except cached responses. Each process counts separately (decision 019). */
export function limitCalls(app: FastifyInstance, { config, now }: Pick<Context, "config" | "now">): void {
  const limit = createMemoryLimit(getCallLimit(config.profile));
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions } = request;
    // Compare the path of the route, not of the URL, because the URL `/%61pi/cart` leads to the route `/api/cart`.
    const isCounted = method === "POST" || CALL_PATH.test(routeOptions.url ?? "");
    const key = isCounted ? getAddressKey("calls", request.ip, config) : null;
    const retryAfterMs = key === null ? 0 : limit.use(key, now());
    if (retryAfterMs > 0) done(createTooManyRefusal(retryAfterMs));
    else done();
  });
}

const CALL_PATH = /^\/(api|addresses)\//;

/** The limit for rendered pages from one IP address. Cached pages do not count. */
export const getPageLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 240 : 480,
  perMs: MINUTE,
});

/** The limit for pages behind signed links. A person opens only a few. */
export const LINK_LIMIT: Limit = { burst: 60, perMs: MINUTE };

/** Returns a function that counts a request. It throws HttpRefusal 429 if the limit is reached. */
export function createPageLimit(
  config: Pick<Config, "profile" | "limitLoopback">,
  now: () => Date,
  each: Limit = getPageLimit(config.profile),
): (request: Pick<FastifyRequest, "ip">) => void {
  const limit = createMemoryLimit(each);
  return ({ ip }) => {
    const key = getAddressKey("pages", ip, config);
    const retryAfterMs = key === null ? 0 : limit.use(key, now());
    if (retryAfterMs > 0) throw createTooManyRefusal(retryAfterMs);
  };
}
