import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { consumeLimit, type LimitAnswer } from "#platform/limits/rate-limit.ts";
import { refuse } from "#platform/http/refuse.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { MAX_UNPAID_ORDERS } from "../checkout.ts";

const ORDERS_AT_ONCE = { burst: 10, perMs: 10 * MINUTE };

/**
 * Counts an order of an account. Call it first: its row is held until the transaction ends, so orders of one account
 * pass here one by one and what is read after it is exact.
 */
export const countOrder = (context: Context, tx: Tx, accountId: string): Promise<LimitAnswer> =>
  consumeLimit(tx, `orders:account:${accountId}`, ORDERS_AT_ONCE, context.now());

interface EarlierOrders {
  /** How many may still be paid. */
  unpaid: number;
  /** The key of the order with the same idempotency key; null without one. */
  twin: string | null;
}

/** What the account has ordered before this. */
export const selectEarlierOrders = defineStatement<
  [accountId: string, idempotencyKey: string | null],
  EarlierOrders
>(`
  select (select count(*)::int from orders
           where account_id = $1 and status = 'Pending' and payment_status in ('Pending', 'Failed')) as unpaid,
         (select id from orders where account_id = $1 and idempotency_key = $2) as twin`);

/** `isFree`: an order of ₹0 waits for no payment. */
export function refuseTooManyOrders(
  { allowed, retryAfterMs }: LimitAnswer,
  unpaid: number,
  { isFree }: { isFree: boolean },
) {
  if (!allowed) return refuse("too_many", { retryAfterMs });
  return unpaid + (isFree ? 0 : 1) > MAX_UNPAID_ORDERS ? refuse("too_many_unpaid") : null;
}
