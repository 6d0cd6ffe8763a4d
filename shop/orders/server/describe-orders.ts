import { MINUTE } from "#contract/time.ts";
import { type Account, findAccount } from "#shop/accounts/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import type { AnsweredOrder } from "../order.ts";
import { listInvoices } from "./issue-invoice.ts";
import { orderLine, type OrderLineRow, type OrderRow } from "./tables.ts";
import { describeOrder, type SoldLine } from "./describe-order.ts";

/** When an unpaid order lapses (D60); counted goods wait less long for a mailbox that was never proven (T35). */
export const getPaymentDeadline = (
  { config }: Context,
  { createdAt, payUntil }: Pick<OrderRow, "createdAt" | "payUntil">,
): Date => payUntil ?? new Date(createdAt.getTime() + config.paymentTimeoutMinutes * MINUTE);

/** The lines of several orders, in their order. */
export const listOrderLines = (db: Db | Tx, orderKeys: string[]): Promise<OrderLineRow[]> =>
  db
    .select()
    .from(orderLine)
    .where(isAnyOf(orderLine.orderId, orderKeys))
    .orderBy(orderLine.orderId, orderLine.line);

export async function describeOrders(
  context: Context,
  accountId: string,
  rows: OrderRow[],
): Promise<AnsweredOrder[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ id }) => id);
  // Asked together they wait for a connection together: the embedded engine has one, and orders hold it.
  const [allLines, invoices, account] = await Promise.all([
    listOrderLines(context.db, keys),
    listInvoices(context.db, keys),
    findAccount(context.db, accountId),
  ]);
  const lines = Map.groupBy(allLines, ({ orderId }) => orderId);
  return rows.map((row) =>
    describeOrder(
      row,
      lines.get(row.id) ?? [],
      invoices.get(row.id) ?? [],
      account ?? { id: accountId, ...row.contact },
      { now: context.now(), payUntil: getPaymentDeadline(context, row) },
    ),
  );
}

/** An order that has just been placed, without reading again what was written. */
export const describeNewOrder = (
  context: Context,
  { order, lines, account }: { order: OrderRow; lines: readonly SoldLine[]; account: Account },
): AnsweredOrder =>
  describeOrder(order, lines, [], account, {
    now: context.now(),
    payUntil: getPaymentDeadline(context, order),
  });
