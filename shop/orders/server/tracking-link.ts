import { eq } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { buildLinkHref } from "#platform/pages/link-page.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import type { AnsweredOrder } from "../order.ts";
import { TRACKING_DAYS, TRACKING_PATH } from "../tracking-link.ts";
import { isAnonymised } from "./anonymise-orders.ts";
import { describeOrders } from "./describe-orders.ts";
import { orders } from "./tables.ts";

const PURPOSE = "order-tracking";

/** The address of an order's tracking page, the same in all its mails. */
export const buildTrackingHref = (context: Context, orderId: string): string =>
  buildLinkHref(context, TRACKING_PATH, PURPOSE, orderId);

/**
 * The order of a tracking link. Null for a link that the shop has not made, an order that had no news for too long, and one
 * whose customer has deleted their account: who holds the link cannot tell these apart.
 */
export async function findTrackedOrder(context: Context, link: string): Promise<AnsweredOrder | null> {
  const orderId = readSignedLink(context, PURPOSE, link);
  if (orderId === null) return null;
  const [row] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
  if (!row || isAnonymised(row)) return null;
  if (context.now().getTime() > row.updatedAt.getTime() + TRACKING_DAYS * DAY) return null;
  const [order] = await describeOrders(context, row.accountId, [row]);
  return order ?? null;
}
