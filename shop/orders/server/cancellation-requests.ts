import { asc, eq } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { DECISION_HOURS } from "#shop/policies/cancellation.ts";
import { type OrderRow, orders } from "./tables.ts";

/** Orders whose customers ask to cancel them, the longest waiting first. */
export const listCancellationRequests = (db: Db): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(eq(orders.cancellationStatus, "Pending"))
    .orderBy(asc(orders.cancellationRequestedAt), asc(orders.id));

/** Until when customers were promised an answer to the request to cancel (§2.15). */
export const getAnswerDeadline = ({ cancellationRequestedAt, updatedAt }: OrderRow): Date =>
  new Date((cancellationRequestedAt ?? updatedAt).getTime() + DECISION_HOURS * HOUR);
