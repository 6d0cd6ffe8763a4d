import { and, asc, eq, lt } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import { DECISION_HOURS } from "#shop/policies/cancellation.ts";
import { orders } from "./tables.ts";

/** As customers were promised (§2.15). */
const PROMISED_MS = DECISION_HOURS * HOUR;

/** Requests to cancel that have waited for longer than customers were promised. */
export async function checkLateRequests({ db, now }: Context): Promise<Finding[]> {
  const late = new Date(now().getTime() - PROMISED_MS);
  const waiting = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.cancellationStatus, "Pending"), lt(orders.cancellationRequestedAt, late)))
    .orderBy(asc(orders.cancellationRequestedAt));
  return waiting.map(({ orderId }) => ({
    about: orderId,
    what: `its customer has waited for more than ${DECISION_HOURS} hours for an answer to the wish to cancel`,
    remedy: `cancellations approve ${orderId}, or decline`,
  }));
}
