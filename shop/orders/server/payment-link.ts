import { DAY, SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { buildLinkHref } from "#platform/pages/link-page.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import { ORDER_PAYMENT_PATH } from "../phone-order.ts";
import { getPaymentDeadline } from "./describe-orders.ts";
import type { OrderRow } from "./tables.ts";

type PayableRow = Pick<OrderRow, "orderId" | "createdAt" | "payUntil">;

const PURPOSE = "order-payment";

/** An address at which one order can be paid; for a day after its time is over, it says what became of it. */
export function buildPaymentHref(context: Context, order: PayableRow): string {
  const until = Math.floor((getPaymentDeadline(context, order).getTime() + DAY) / SECOND);
  return buildLinkHref(context, ORDER_PAYMENT_PATH, PURPOSE, `${order.orderId}.${until}`);
}

/** The same as customers have it. */
export const buildPaymentUrl = (context: Context, order: PayableRow): string =>
  new URL(buildPaymentHref(context, order), context.config.publicUrl).href;

/** The order of a link; null for one that the shop has not made, or that is too old. */
export function readPaymentLink(context: Context, link: string): string | null {
  const [orderId = "", until] = readSignedLink(context, PURPOSE, link)?.split(".") ?? [];
  return orderId !== "" && context.now().getTime() <= Number(until) * SECOND ? orderId : null;
}
