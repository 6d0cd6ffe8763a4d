import { and, isNotNull, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { type ReturnStatus, returnStatuses, formatPieces } from "#shop/orders/returned-pieces.ts";
import {
  formatCustomer,
  listOrderLines,
  type OrderRow,
  orders,
  toPlainOrder,
} from "#shop/orders/server/index.ts";

export const listReturns = defineCommand({
  noun: "returns",
  verb: "list",
  summary: "Returns that are not over, the longest waiting first: what came, why, and how far it is.",
  args: [],
  options: { status: { summary: "only those", choices: returnStatuses } },
  examples: ["returns list", "returns list --status Refunded"],
  run: async (context, { options }) => {
    const rows = await findReturns(context, options["status"] as ReturnStatus | undefined);
    const lines = Map.groupBy(
      await listOrderLines(
        context.db,
        rows.map(({ id }) => id),
      ),
      (line) => line.orderId,
    );
    return {
      columns: ["Order", "Status", "Asked", "Customer", "Pieces", "Reasons", "Comments"],
      rows: rows.flatMap((order) => {
        const request = order.returnRequest;
        if (!request) return [];
        return [
          [
            order.orderId,
            request.status,
            formatDateTime(request.requestedAt),
            formatCustomer(order),
            formatPieces(request.pieces, lines.get(order.id) ?? []),
            request.reasons.join(", "),
            request.comments,
          ],
        ];
      }),
      message: rows.length === 0 ? "Nothing is on its way back." : "",
      data: rows.map(toPlainOrder),
    };
  },
});

/** Those of a status; without one, those that are not over. */
export function findReturns({ db }: Pick<Context, "db">, status?: ReturnStatus): Promise<OrderRow[]> {
  const its = sql`${orders.returnRequest} ->> 'status'`;
  return db
    .select()
    .from(orders)
    .where(
      and(
        isNotNull(orders.returnRequest),
        status === undefined ? sql`${its} not in ('Refused', 'Refunded')` : sql`${its} = ${status}`,
      ),
    )
    .orderBy(sql`${orders.returnRequest} ->> 'requestedAt'`, orders.id);
}
