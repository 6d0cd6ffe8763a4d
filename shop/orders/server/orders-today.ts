import { and, asc, eq, gte, isNull, lt, ne, or } from "drizzle-orm";
import { AHEAD_OF_UTC_MS } from "#contract/dates.ts";
import { DAY, HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database.ts";
import { DECISION_HOURS } from "#shop/policies/cancellation.ts";
import { calculateDispatchDay } from "#shop/policies/delivery-dates.ts";
import { findReturns } from "./list-returns.ts";
import { invoice, type OrderRow, orders } from "./tables.ts";

/** What about orders waits for the owner today. Amounts are paise. */
export interface OrdersToday {
  toPack: { order: OrderRow; packBy: Date; isOverdue: boolean }[];
  /** Requests to cancel, and until when customers were promised an answer. */
  toDecide: { order: OrderRow; answerBy: Date; isOverdue: boolean }[];
  /** Returns that wait for the owner: to be decided, or to be paid back. */
  toReturn: OrderRow[];
  yesterday: { orders: number; soldPaise: number; wentBackPaise: number };
}

/** As it stands now, the longest waiting first. */
export async function findOrdersToday({ db, now }: Pick<Context, "db" | "now">): Promise<OrdersToday> {
  const today = getShopDay(now());
  const [toPack, toDecide] = [await listOrdersToPack(db), await listToDecide(db)];
  const toReturn = [...(await findReturns({ db }, "Requested")), ...(await findReturns({ db }, "Received"))];
  return {
    toPack: toPack.map((order) => {
      const packBy = calculateDispatchDay(order.createdAt);
      return { order, packBy, isOverdue: packBy.getTime() < today };
    }),
    toDecide: toDecide.map((order) => {
      const answerBy = getAnswerDeadline(order.cancellationRequestedAt ?? order.updatedAt);
      return { order, answerBy, isOverdue: answerBy < now() };
    }),
    toReturn,
    yesterday: await sumSales(db, new Date(today - DAY - AHEAD_OF_UTC_MS), new Date(today - AHEAD_OF_UTC_MS)),
  };
}

/** Until when customers were promised an answer to the request to cancel (§2.15). */
const getAnswerDeadline = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + DECISION_HOURS * HOUR);

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

const listToDecide = (db: Db): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(eq(orders.cancellationStatus, "Pending"))
    .orderBy(asc(orders.cancellationRequestedAt), asc(orders.id));

/** The day of the shop's calendar, as its midnight if the shop's clock were UTC. */
function getShopDay(moment: Date): number {
  const wallClock = moment.getTime() + AHEAD_OF_UTC_MS;
  return wallClock - (wallClock % DAY);
}

/** By the papers of that time, as the month's report has them. */
async function sumSales(db: Db, from: Date, to: Date): Promise<OrdersToday["yesterday"]> {
  const papers = await db
    .select({ kind: invoice.kind, amount: invoice.amount })
    .from(invoice)
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)));
  const sum = (kind: string) =>
    papers.filter((paper) => paper.kind === kind).reduce((total, { amount }) => total + amount, 0);
  return {
    orders: papers.filter(({ kind }) => kind === "invoice").length,
    soldPaise: sum("invoice"),
    wentBackPaise: sum("credit-note"),
  };
}
