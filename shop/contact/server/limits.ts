import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { getAddressKey, consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";

/** The limit for one IP address. Messages and newsletter subscriptions are counted separately (security §10). */
const TEN_AN_HOUR: Limit = { burst: 10, perMs: HOUR };

/** Counts a request of an IP address. Returns a refusal above the limit, otherwise null. */
export async function refuseTooMany(
  { db, config, now }: Context,
  form: "contact" | "newsletter",
  ip: string,
) {
  const key = getAddressKey(form, ip, config);
  if (key === null) return null;
  const { allowed, retryAfterMs } = await consumeLimit(db, key, TEN_AN_HOUR, now());
  return allowed ? null : refuse("too_many", { retryAfterMs });
}
