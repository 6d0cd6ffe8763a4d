import { and, desc, eq, gte, ilike, or, type SQL, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { type OrderStatus, orderStatuses, toShownPayment } from "../status.ts";
import { defineLimit, formatMore, parseDay } from "#platform/operator/command-input.ts";
import { toPlainOrder } from "./describe-for-operator.ts";
import { orders } from "./tables.ts";
import { formatCustomer } from "./list-order-facts.ts";

const limit = defineLimit(20);

export const list = defineCommand({
  noun: "orders",
  verb: "list",
  summary: "The newest orders, or those that fit the filters.",
  args: [],
  options: {
    status: { summary: "only this status", choices: orderStatuses },
    since: { summary: "placed on this day or later, e.g. 2026-11-20" },
    customer: { summary: "a part of the customer's name or e-mail address" },
    limit: limit.option,
  },
  examples: [
    "orders list",
    "orders list --status Processing --limit 50",
    "orders list --since 2026-11-01 --json",
  ],
  run: async (context, { options }) => {
    const most = limit.parse(options["limit"]);
    const rows = await context.db
      .select()
      .from(orders)
      .where(and(...listFilters(options)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(most + 1);
    const shown = rows.slice(0, most);
    return {
      columns: ["Order", "Placed", "Customer", "Total", "Payment", "Status", "Cancellation"],
      rows: shown.map((order) => [
        order.orderId,
        formatDateTime(order.createdAt),
        formatCustomer(order),
        formatRupees(order.payable),
        toShownPayment(order.paymentStatus, order.refundAmount, order.payable),
        order.status,
        order.cancellationStatus ?? "",
      ]),
      message: shown.length === 0 ? "No orders fit." : rows.length > most ? formatMore(most) : "",
      data: shown.map(toPlainOrder),
    };
  },
});

function listFilters(options: Readonly<Record<string, string | undefined>>): SQL[] {
  const { status, since, customer } = options;
  const filters: (SQL | undefined)[] = [
    status === undefined ? undefined : eq(orders.status, status as OrderStatus),
    since === undefined ? undefined : gte(orders.createdAt, parseDay(since)),
  ];
  if (customer !== undefined) {
    const part = `%${customer.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const name = sql<string>`${orders.contact}->>'firstName' || ' ' || (${orders.contact}->>'lastName')`;
    filters.push(or(ilike(name, part), ilike(sql`${orders.contact}->>'email'`, part)));
  }
  return filters.filter((filter) => filter !== undefined);
}
