import { and, asc, eq, lt } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Finding } from "#platform/finding.ts";
import type { Context } from "#platform/context.ts";
import { DECISION_HOURS } from "#shop/policies/cancellation.ts";
import { HELD_BACK_REMEDY, describeLapses } from "../holds.ts";
import { checkCouriers } from "./own-couriers.ts";
import { findSuspiciousLapses } from "./suspicious-lapses.ts";
import { orders } from "./tables.ts";

/** As customers were promised (§2.15). */
const PROMISED_MS = DECISION_HOURS * HOUR;

/** What about orders waits for the owner. */
export const checkOrders = async (context: Context): Promise<Finding[]> => [
  ...(await checkLateRequests(context)),
  ...(await checkHeldGoods(context)),
  ...(await checkCouriers(context)),
];

async function checkHeldGoods(context: Context): Promise<Finding[]> {
  return (await findSuspiciousLapses(context)).map(({ productId, pattern, lapsed }) => ({
    about: productId,
    what: describeLapses(pattern, lapsed),
    remedy: HELD_BACK_REMEDY,
  }));
}

/** Requests to cancel that have waited for longer than customers were promised. */
async function checkLateRequests({ db, now }: Context): Promise<Finding[]> {
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
