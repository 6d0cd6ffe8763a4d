import { links } from "#contract/links.ts";
import { whatHappensNext } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/orders/status.ts";
import { aboutMoney, aboutOrder, orderFacts, type OrderNews, piecesOf } from "./about-order.ts";
import type { MailContent } from "./mail.ts";
import { seeOrder } from "./cancellation-mails.ts";

/** Cancelled without its customer having asked: it lapsed unpaid, or the shop cannot fulfil it. */
export function cancelledMail(news: OrderNews): MailContent | null {
  if (news.order.orderStatus !== "Cancelled") return null;
  if (news.cancelledBecause === "unpaid") return lapsedMail(news);
  return news.cancelledBecause === "shop" ? cannotFulfilMail(news) : null;
}

function lapsedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  // Late money has come meanwhile: what became of it is told by a letter of its own.
  if (wasPaid(order.paymentStatus)) return null;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} has lapsed`,
    preview: "It was not paid in time. Nothing was charged.",
    heading: "We have let your order go",
    paragraphs: [
      whatHappensNext(order),
      order.cancellation?.status === "Pending"
        ? "With this, your request to cancel it is settled too."
        : "Your pieces are back on the shelf. If you still want them, we are glad to set them aside again.",
    ],
    facts: orderFacts(news),
    action: { label: "Back to the shop", href: links.products() },
    goods: piecesOf(news),
    footnote:
      "Money that arrives for it after all is not lost: either the order comes back or the money goes back, and we write to you.",
  };
}

const cannotFulfilMail = (news: OrderNews): MailContent => ({
  ...aboutOrder(news),
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "We are sorry. Here is what happens with your money.",
  heading: "We are sorry: your order is cancelled",
  paragraphs: ["We cannot send what you ordered, so we had to cancel your order.", ...aboutMoney(news)],
  facts: orderFacts(news),
  action: seeOrder(news),
  goods: piecesOf(news),
  footnote: "You would like to know more, or choose another piece? Answer this mail.",
});
