import { and, asc, eq, exists, gt, type SQL, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { isId } from "#platform/ids.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { CancellationStatus } from "../cancellation.ts";
import type { ReturnStatus } from "../returned-pieces.ts";
import type { OrderStatus } from "../status.ts";
import { whereReplacementWaits, whereReturn, whereToPack } from "./search-orders.ts";
import { orderLine, orders, type OrderRow } from "./tables.ts";

interface OrderFilter {
  accountId?: string;
  orderIds?: readonly string[];
  status?: OrderStatus;
  productId?: string;
  /** Only the order with this key. Always set `accountId` with it, because two customers may use the same key. */
  idempotencyKey?: string;
  /** Only orders with this status of a cancellation request, sorted by the time of the request. */
  cancellation?: CancellationStatus;
  returns?: readonly ReturnStatus[];
  toPack?: "sale" | "replacement";
  most?: number;
}

export function listOrders(db: Db | Tx, filter: OrderFilter = {}): Promise<OrderRow[]> {
  const { accountId, orderIds, status, productId, idempotencyKey, cancellation, returns, toPack, most } =
    filter;
  const rows = db
    .select()
    .from(orders)
    .where(
      and(
        accountId === undefined ? undefined : eq(orders.accountId, accountId),
        orderIds && isAnyOf(orders.orderId, orderIds),
        status && eq(orders.status, status),
        productId === undefined ? undefined : hasPieces(db, productId),
        idempotencyKey === undefined ? undefined : eq(orders.idempotencyKey, idempotencyKey),
        cancellation && eq(orders.cancellationStatus, cancellation),
        returns && whereReturn(...returns),
        toPack && (toPack === "sale" ? whereToPack() : whereReplacementWaits(db)),
      ),
    )
    .orderBy(asc(cancellation ? orders.cancellationRequestedAt : orders.createdAt), asc(orders.id));
  return most === undefined ? rows : rows.limit(most);
}

const hasPieces = (db: Db | Tx, productId: string): SQL =>
  exists(
    db
      .select({ line: orderLine.line })
      .from(orderLine)
      .where(
        and(
          eq(orderLine.orderId, orders.id),
          eq(orderLine.productId, productId),
          gt(orderLine.quantity, orderLine.cancelled),
        ),
      ),
  );

const selectOrder = (db: Db | Tx, orderId: string, accountId?: string) =>
  db
    .select()
    .from(orders)
    .where(and(whereOrder(orderId), accountId === undefined ? undefined : eq(orders.accountId, accountId)));

/** Finds an order by `orderId` or `_id`. With `accountId`, finds it only if it belongs to this account (D69, D74). */
export const findOrder = async (db: Db | Tx, orderId: string, accountId?: string): Promise<OrderRow | null> =>
  (await selectOrder(db, orderId, accountId))[0] ?? null;

export async function getOrder(db: Db | Tx, orderId: string): Promise<OrderRow> {
  const order = await findOrder(db, orderId);
  if (!order) throw createNoSuchOrderError(orderId);
  return order;
}

export const lockOrder = async (tx: Tx, orderId: string, accountId?: string): Promise<OrderRow | null> =>
  (await selectOrder(tx, orderId, accountId).for("update"))[0] ?? null;

/** Locks the order. @throws CommandRefused if it does not exist */
export async function requireOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw createNoSuchOrderError(orderId);
  return order;
}

/** Locks and changes an order. `confirm` runs before the commit and may throw to roll back. @throws CommandRefused */
export const changeOrder = <Result>(
  context: Context,
  typedOrderId: string,
  confirm: ((result: Result) => void) | null,
  change: (tx: Tx, order: OrderRow) => Promise<Result>,
): Promise<Result> =>
  context.transact(async (tx) => {
    const result = await change(tx, await requireOrder(tx, typedOrderId));
    confirm?.(result);
    return result;
  });

const createNoSuchOrderError = (orderId: string): CommandRefused =>
  new CommandRefused(`There is no order ${orderId}. Check the order number in the list of orders.`);

const READABLE_ID = /^[A-Z0-9-]{1,40}$/;

/** Matches an `orderId`, ignoring case, or an `_id`. Any other text matches no order (D69). */
function whereOrder(orderId: string): SQL {
  if (isId(orderId)) return eq(orders.id, orderId);
  const readable = orderId.trim().toUpperCase();
  return READABLE_ID.test(readable) ? eq(orders.orderId, readable) : sql`false`;
}
