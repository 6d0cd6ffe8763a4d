import { links } from "#contract/links.ts";
import { formatDateTime } from "#contract/dates.ts";
import { cancellationRefusals } from "#shop/orders/cancellation.ts";
import { toPrintable } from "#contract/text.ts";
import { getExpectedDelivery, describeNextStep } from "#shop/orders/progress.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import {
  buildOrderMail,
  listOrderFacts,
  getOrderHref,
  type OrderNews,
  getPieces,
  getShipTo,
} from "./order-mail-parts.ts";
import { GOOD_TO_KNOW, type MailContent, type MailFact } from "./mail.ts";

/** On its way, with whom and under which number (D67). */
export function writeDispatchedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { tracking } = order;
  if (!tracking || order.orderStatus !== "Processing") return null;
  const { link } = tracking;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} is on its way`,
    preview: `With ${toPrintable(tracking.courier)}, number ${toPrintable(tracking.number)}.`,
    heading: "Your parcel has left the workshop",
    paragraphs: ["We have checked every piece by hand and packed it. Now it is on its way to you."],
    facts: [
      { label: "Courier", value: toPrintable(tracking.courier) },
      { label: "Tracking number", value: toPrintable(tracking.number), ...(link && { href: link }) },
      ...listExpectedDelivery(news),
      ...listOrderFacts(news).slice(0, 1),
    ],
    action: link
      ? { label: "Follow your parcel", href: link }
      : { label: "See your order", href: getOrderHref(order) },
    goods: getPieces(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        "Please look at the pieces as soon as the parcel is there, and keep its packaging until you have.",
        returnMessages.report,
        cancellationRefusals.dispatched,
      ],
    },
  };
}

/** Arrived. */
export function writeDeliveredMail(news: OrderNews): MailContent | null {
  const { order, deliveredAt } = news;
  if (order.orderStatus !== "Delivered") return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} has arrived`,
    preview: "Is everything as it should be? Here is what to do if not.",
    heading: "Your parcel has arrived",
    paragraphs: [describeNextStep(order)],
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      ...(deliveredAt ? [{ label: "Delivered", value: formatDateTime(deliveredAt) }] : []),
    ],
    action: { label: "Tell others about it", href: links.feedback },
    goods: getPieces(news),
    next: { title: GOOD_TO_KNOW, sentences: [returnMessages.report, returnMessages.warranty] },
  };
}

export const listExpectedDelivery = ({ order }: OrderNews): MailFact[] => {
  const dates = getExpectedDelivery(order);
  return dates === null ? [] : [{ label: "Expected delivery", value: dates }];
};
