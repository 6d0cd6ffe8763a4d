import { and, count, eq, inArray } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { consumeLimit } from "#platform/rate-limit.ts";
import { refuse } from "#platform/refuse.ts";
import { MAX_UNPAID_ORDERS } from "../checkout.ts";
import { orders } from "./tables.ts";

const ORDERS_AT_ONCE = { burst: 10, perMs: 10 * MINUTE };

/**
 * The limit comes first: its row is held until the transaction ends, so orders of one account pass here one by
 * one and the count below is exact.
 */
export async function refuseTooManyOrders(context: Context, tx: Tx, accountId: string) {
  const { allowed, retryAfterMs } = await consumeLimit(
    tx,
    `orders:account:${accountId}`,
    ORDERS_AT_ONCE,
    context.now(),
  );
  if (!allowed) return refuse("too_many", { retryAfterMs });
  const [unpaid] = await tx
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.status, "Pending"),
        inArray(orders.paymentStatus, ["Pending", "Failed"]),
      ),
    );
  return (unpaid?.count ?? 0) > MAX_UNPAID_ORDERS ? refuse("too_many_unpaid") : null;
}
