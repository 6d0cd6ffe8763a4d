import type { FastifyRequest } from "fastify";
import { MINUTE } from "#contract/time.ts";
import { getAddressKey } from "./address-limit.ts";
import type { Config } from "../config/config.ts";
import { createTooManyRefusal } from "../http/http-refusal.ts";
import { createMemoryLimit } from "./memory-limit.ts";
import type { Limit } from "./rate-limit.ts";

/** Pages of one network address that had to be made; cached ones cost nothing and do not count. */
export const getPageLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 240 : 480,
  perMs: MINUTE,
});

/** Pages behind signed links, for one network address: a person opens few. */
export const LINK_LIMIT: Limit = { burst: 60, perMs: MINUTE };

/** What refuses a request for a page that has to be made when its address asks for too many. @throws HttpRefusal 429 */
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
