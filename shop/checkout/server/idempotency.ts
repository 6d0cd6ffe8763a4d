import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { NewOrder } from "../new-order.ts";
import { type OrderRow, orders } from "#shop/orders/server/index.ts";

/** A client's key for an order, and what it stood for: the same key may not mean two orders. */
export interface OrderIdempotency {
  idempotencyKey: string;
  payloadHash: string;
}

const KEY = /^[\x21-\x7e]{16,255}$/;

/** Null without a key: then every call is an order of its own (D89). */
export function createIdempotency(key: string | undefined, payload: NewOrder) {
  if (key === undefined) return null;
  if (!KEY.test(key)) return refuse("bad_key");
  // The schema has put the fields into its own order, so equal payloads have equal texts.
  const payloadHash = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
  return { idempotencyKey: key, payloadHash };
}

async function findByIdempotencyKey(
  db: Db | Tx,
  accountId: string,
  { idempotencyKey }: OrderIdempotency,
): Promise<OrderRow | null> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.idempotencyKey, idempotencyKey)));
  return order ?? null;
}

const isSameRequest = (order: OrderRow, idempotency: OrderIdempotency | null): boolean =>
  idempotency !== null && order.payloadHash === idempotency.payloadHash;

/**
 * What a key that was used before leads to: its order, as long as that stands. One that was cancelled or lapsed is no
 * success, and neither is one with other contents; both refusals name the order (D102). Null for a new key.
 */
export async function findReplay(db: Db | Tx, accountId: string, idempotency: OrderIdempotency | null) {
  const order = idempotency && (await findByIdempotencyKey(db, accountId, idempotency));
  if (!order) return null;
  const details = { orderId: order.orderId };
  if (order.status === "Cancelled") return refuse("order_cancelled", { details });
  return isSameRequest(order, idempotency)
    ? { order, replayed: true as const }
    : refuse("key_reused", { details });
}
