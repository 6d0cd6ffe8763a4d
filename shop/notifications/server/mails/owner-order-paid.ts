import { orderPaid } from "#shop/orders/events.ts";
import { describeGift, describeWait } from "#shop/orders/gift.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import { buildDispatchHref, DISPATCH_LINK_DAYS, DISPATCH_PATH } from "#shop/parcels/server/index.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import { findNews, formatPayable, getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerMail, listCustomer, WHY_OWNER } from "../owner-mail.ts";
import { createSampleNews, fillSampleLink } from "../samples.ts";

export const ownerOrderPaidMail = defineOwnerMail(
  orderPaid,
  "owner-order-paid",
  ["each"],
  async (context, { orderId }) => {
    const news = await findNews(context, orderId);
    return news && writeOrderToPackMail(news, buildDispatchHref(context, orderId));
  },
  {
    "owner-order-paid": {
      when: "an order is paid: to you, with OWNER_MAILS=each; else it is in the digest",
      sample: (facts) => writeOrderToPackMail(createSampleNews(facts), fillSampleLink(DISPATCH_PATH)),
    },
  },
);

/**
 * A mail to the owner: a paid order is ready to be packed; null once it is shipped or cancelled. `dispatchHref` is the page
 * that marks it as shipped.
 */
export function writeOrderToPackMail(news: OrderNews, dispatchHref: string): MailContent | null {
  const { order } = news;
  const isPaid = order.paymentStatus === "Completed";
  if (order.orderStatus !== "Processing" || !(isPaid || awaitsCash(order)) || order.tracking) return null;
  const leaves = formatDispatchDay(calculateDispatchDay(new Date(order.createdAt), order.promised));
  const wait = describeWait({ createdAt: new Date(order.createdAt), promised: order.promised });
  return {
    subject: `To pack: order ${order.orderId}, ${formatPayable(news)}`,
    preview: isPaid
      ? `It is paid, and leaves by ${leaves}.`
      : `It is paid in cash when it arrives, and leaves by ${leaves}.`,
    heading: isPaid ? "An order is paid" : "An order is confirmed",
    paragraphs: [
      `The customer was promised that it leaves the workshop by ${leaves}.`,
      ...(isPaid ? [] : [`The courier collects ${formatPayable(news)}: the label says so.`]),
      ...(order.gift ? [describeGift(order.gift)] : []),
    ],
    facts: [
      ...listOrderFacts(news),
      ...listCustomer(news),
      { label: "Leaves by", value: leaves },
      ...(wait ? [{ label: "Deliver", value: wait }] : []),
    ],
    ...(order.notes && { quote: { by: getBuyer(order.contact).firstName, text: order.notes } }),
    action: { label: "Mark as dispatched", href: dispatchHref },
    goods: getPieces(news),
    shipTo: getShipTo(news),
    next: {
      title: "What to do",
      sentences: [
        `When the parcel is with its courier: the link above asks for courier and number. It works once, for ${DISPATCH_LINK_DAYS} days, for whoever has this mail.`,
        `Or where the shop runs: ${command(`orders dispatch ${order.orderId} --courier Delhivery --number …`)}`,
        `If you cannot send it: ${command(`orders cancel ${order.orderId} --reason …`)}`,
      ],
    },
    why: WHY_OWNER,
  };
}
