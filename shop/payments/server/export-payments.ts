import { and, asc, gte, lt, sql } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { capitalise } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { type Export, formatMoment, type Period, readInParts } from "#platform/operator/export-csv.ts";
import { isByHand, NOT_COLLECTED } from "../payment.ts";
import { payment, type PaymentRow, refund } from "./tables.ts";

export const exportPayments: Export = {
  name: "payments",
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
};

/** Returns the sums of the payments that arrived in a period, by how the customers paid, and the sum of the refunds. */
export async function sumReceived({ db }: Pick<Context, "db">, { from, to }: { from: Date; to: Date }) {
  const rows = await db
    .select({ method: payment.method, paise: sql<number>`sum(${payment.amount})::float` })
    .from(payment)
    .where(and(gte(payment.capturedAt, from), lt(payment.capturedAt, to)))
    .groupBy(payment.method)
    .orderBy(payment.method);
  const ways = Map.groupBy(rows, ({ method }) => nameWay(method));
  const [paidBack] = await db
    .select({ paise: sql<number>`sum(${refund.amount})::float` })
    .from(refund)
    .where(and(gte(refund.processedAt, from), lt(refund.processedAt, to)));
  const sumUp = (sums: typeof rows) => sums.reduce((sum, { paise }) => sum + paise, 0);
  const received = [...ways].map(([way, sums]) => ({ way, paise: sumUp(sums) }));
  return { received, paidBackPaise: paidBack?.paise ?? 0 };
}

const nameWay = (method: string | null): string =>
  method === "cash" ? "Cash on delivery" : isByHand(method) && method ? capitalise(method) : "Online";

const readPayments = ({ db }: Context, period: Period) =>
  readInParts(period, {
    key: payment.id,
    moment: payment.createdAt,
    select: (condition) =>
      db.select().from(payment).where(condition).orderBy(asc(payment.id)).limit(ROWS_AT_ONCE),
    getKey: ({ id }) => id,
    toRows: (rows) =>
      rows.map((row) => [
        "payment",
        row.orderId,
        formatMoment(row.createdAt),
        toRupees(row.amount),
        row.currency,
        nameStatus(row),
        row.method ?? "",
        row.provider ?? "",
        row.capturedAs ?? row.sessionId ?? row.settledAs ?? "",
        formatMoment(row.capturedAt),
      ]),
  });

const nameStatus = ({ status, agreedAt }: PaymentRow): string =>
  status === "Expired" && agreedAt !== null ? NOT_COLLECTED : status;

const readRefunds = ({ db }: Context, period: Period) =>
  readInParts(period, {
    key: refund.id,
    moment: refund.createdAt,
    select: (condition) =>
      db.select().from(refund).where(condition).orderBy(asc(refund.id)).limit(ROWS_AT_ONCE),
    getKey: ({ id }) => id,
    toRows: (rows) =>
      rows.map((row) => [
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
      ]),
  });
