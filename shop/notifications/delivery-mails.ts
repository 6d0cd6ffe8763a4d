import { links } from "#contract/links.ts";
import { shopDateTime } from "#contract/dates.ts";
import { cancellationRefusals } from "#shop/orders/cancellation.ts";
import { printable } from "#shop/orders/invoice-parties.ts";
import { expectedDelivery, whatHappensNext } from "#shop/orders/progress.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import { aboutOrder, orderFacts, orderHref, type OrderNews, piecesOf, shipToOf } from "./about-order.ts";
import { GOOD_TO_KNOW, type MailContent, type MailFact } from "./mail.ts";

/** On its way, with whom and under which number (D67). */
export function dispatchedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { tracking } = order;
  if (!tracking || order.orderStatus !== "Processing") return null;
  const { link } = tracking;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} is on its way`,
    preview: `With ${printable(tracking.courier)}, number ${printable(tracking.number)}.`,
    heading: "Your parcel has left the workshop",
    paragraphs: ["We have checked every piece by hand and packed it. Now it is on its way to you."],
    facts: [
      { label: "Courier", value: printable(tracking.courier) },
      { label: "Tracking number", value: printable(tracking.number), ...(link && { href: link }) },
      ...expected(news),
      ...orderFacts(news).slice(0, 1),
    ],
    action: link
      ? { label: "Follow your parcel", href: link }
      : { label: "See your order", href: orderHref(order) },
    goods: piecesOf(news),
    shipTo: shipToOf(news),
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
export function deliveredMail(news: OrderNews): MailContent | null {
  const { order, deliveredAt } = news;
  if (order.orderStatus !== "Delivered") return null;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} has arrived`,
    preview: "Is everything as it should be? Here is what to do if not.",
    heading: "Your parcel has arrived",
    paragraphs: [whatHappensNext(order)],
    facts: [
      ...orderFacts(news).slice(0, 1),
      ...(deliveredAt ? [{ label: "Delivered", value: shopDateTime(deliveredAt) }] : []),
    ],
    action: { label: "Tell others about it", href: links.feedback },
    goods: piecesOf(news),
    next: { title: GOOD_TO_KNOW, sentences: [returnMessages.report, returnMessages.warranty] },
  };
}

export const expected = ({ order }: OrderNews): MailFact[] => {
  const dates = expectedDelivery(order);
  return dates === null ? [] : [{ label: "Expected delivery", value: dates }];
};
