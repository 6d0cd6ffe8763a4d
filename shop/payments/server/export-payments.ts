import { asc } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import {
  after,
  defineExport,
  formatMoment,
  type Period,
  readInParts,
} from "#platform/operator/export-csv.ts";
import { payment, refund } from "./tables.ts";

/** All payments, then all refunds, each the oldest first. */
export const exportPayments = defineExport({
  noun: "payments",
  summary: "Writes payments and refunds into a spreadsheet, a row each; a refund is a minus.",
  of: "row",
  columns: [
    "Kind",
    "Order",
    "Begun",
    "Amount",
    "Currency",
    "Status",
    "Method",
    "Provider",
    "Reference",
    "Done",
  ],
  async *read(context, period) {
    yield* readPayments(context, period);
    yield* readRefunds(context, period);
  },
});

async function* readPayments({ db }: Context, period: Period) {
  const read = (last: string | undefined) =>
    db
      .select()
      .from(payment)
      .where(after(payment.id, last, payment.createdAt, period))
      .orderBy(asc(payment.id))
      .limit(ROWS_AT_ONCE);
  for await (const rows of readInParts(read, ({ id }) => id))
    yield rows.map((row) => [
      "payment",
      row.orderId,
      formatMoment(row.createdAt),
      toRupees(row.amount),
      row.currency,
      row.status,
      row.method ?? "",
      row.provider ?? "",
      row.capturedAs ?? row.sessionId ?? "",
      formatMoment(row.capturedAt),
    ]);
}

async function* readRefunds({ db }: Context, period: Period) {
  const read = (last: string | undefined) =>
    db
      .select()
      .from(refund)
      .where(after(refund.id, last, refund.createdAt, period))
      .orderBy(asc(refund.id))
      .limit(ROWS_AT_ONCE);
  for await (const rows of readInParts(read, ({ id }) => id))
    yield rows.map((row) => [
      "refund",
      row.orderId,
      formatMoment(row.createdAt),
      toRupees(-row.amount),
      "INR",
      row.status,
      row.reason,
      "",
      row.providerId ?? "",
      formatMoment(row.processedAt),
    ]);
}
