import { and, eq, type SQL, sql } from "drizzle-orm";
import { CommandRefused } from "#platform/command.ts";
import type { Tx } from "#platform/database.ts";
import { isId } from "#platform/ids.ts";
import { type OrderRow, orders } from "./tables.ts";

const READABLE_ID = /^[A-Z0-9-]{1,40}$/;

/** The order meant by an `orderId` as people write it, or by an `_id`; none for what can be neither (D69). */
export function isOrder(given: string): SQL {
  if (isId(given)) return eq(orders.id, given);
  const readable = given.trim().toUpperCase();
  return READABLE_ID.test(readable) ? eq(orders.orderId, readable) : sql`false`;
}

/** The order, held against every other change until the transaction ends; null when there is none of this account. */
export async function lockOrder(tx: Tx, given: string, accountId?: string): Promise<OrderRow | null> {
  const owned = accountId === undefined ? undefined : eq(orders.accountId, accountId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(isOrder(given), owned))
    .for("update");
  return order ?? null;
}

/** The same for the operator. @throws CommandRefused when there is none. */
export async function requireOrder(tx: Tx, given: string): Promise<OrderRow> {
  const order = await lockOrder(tx, given);
  if (!order) throw createNoSuchOrderError(given);
  return order;
}

export const createNoSuchOrderError = (given: string): CommandRefused =>
  new CommandRefused(`There is no order ${given}. 'orders list' shows them.`);
