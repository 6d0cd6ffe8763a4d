import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { consumeLimit } from "#platform/rate-limit.ts";
import { refuse } from "#platform/refuse.ts";

/** Changes of one cart (security §10). */
const CHANGES = { burst: 240, perMs: MINUTE };

/** The refusal for too many changes of the cart; null below the limit. */
export async function refuseTooManyChanges({ db, now }: Context, accountId: string) {
  const { allowed, retryAfterMs } = await consumeLimit(db, `cart:account:${accountId}`, CHANGES, now());
  return allowed ? null : refuse("too_many", { retryAfterMs });
}
