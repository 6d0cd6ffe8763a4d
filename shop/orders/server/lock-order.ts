import { and, eq } from "drizzle-orm";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Tx } from "#platform/database/database.ts";
import { whereOrder } from "./order-id.ts";
import { type OrderRow, orders } from "./tables.ts";

/** The order, held against every other change until the transaction ends; null when there is none of this account. */
export async function lockOrder(tx: Tx, given: string, accountId?: string): Promise<OrderRow | null> {
  const owned = accountId === undefined ? undefined : eq(orders.accountId, accountId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(whereOrder(given), owned))
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
