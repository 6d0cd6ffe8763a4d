import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { type OrderRow, orders } from "#shop/orders/server/index.ts";

/** Paid, not sent, and wanted by their customers, the oldest first. */
export const listOrdersToPack = (db: Db): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, "Processing"),
        eq(orders.paymentStatus, "Completed"),
        isNull(orders.dispatchedAt),
        or(isNull(orders.cancellationStatus), ne(orders.cancellationStatus, "Pending")),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id));
