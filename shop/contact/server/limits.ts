import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { getAddressKey, consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";

/** The limit of one network address, counted separately for messages and for newsletter addresses (security §10). */
const TEN_AN_HOUR: Limit = { burst: 10, perMs: HOUR };

/** Refuses a network address that sends too often; returns null below the limit. */
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
