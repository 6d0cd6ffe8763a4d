import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { sendTogether, type Tx } from "#platform/database/database.ts";
import { consumeLimit } from "#platform/limits/rate-limit.ts";
import { refuse, type Refused, rollBackIfRefused } from "#platform/http/refuse.ts";
import { describeCart, selectCartLines } from "./find-cart.ts";

/** Changes of one cart (security §10). */
const CHANGES = { burst: 240, perMs: MINUTE };

/**
 * Changes a cart and answers with what is in it now, all in one way to the database and back: `write` sends its
 * statements at once, which those of Drizzle are not. Refuses `too_many`, and what `write` refuses; then nothing has changed.
 */
export async function changeCart<Code extends string = never>(
  context: Context,
  accountId: string,
  write: (tx: Tx) => Promise<Refused<Code> | null>,
) {
  const changed = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    const [{ allowed, retryAfterMs }, refused, lines] = await sendTogether([
      consumeLimit(tx, `cart:account:${accountId}`, CHANGES, context.now()),
      write(tx),
      selectCartLines(tx, accountId),
    ]);
    if (!allowed) return refuse("too_many", { retryAfterMs });
    return refused ?? lines;
  });
  return Array.isArray(changed) ? describeCart(context, accountId, changed) : changed;
}
