import { links } from "#contract/links.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/orders/status.ts";
import {
  describeMoney,
  buildOrderMail,
  listOrderFacts,
  type OrderNews,
  getPieces,
} from "./order-mail-parts.ts";
import type { MailContent } from "./mail.ts";
import { buildOrderLink } from "./cancellation-mails.ts";

/** Cancelled without its customer having asked: it lapsed unpaid, or the shop cannot fulfil it. */
export function writeCancelledMail(news: OrderNews): MailContent | null {
  if (news.order.orderStatus !== "Cancelled") return null;
  if (news.cancelledBecause === "unpaid") return writeLapsedMail(news);
  if (news.cancelledBecause !== "shop") return null;
  return news.paymentHref !== null && !wasPaid(news.order.paymentStatus)
    ? writeLetGoMail(news)
    : writeCannotFulfilMail(news);
}

function writeLapsedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  // Late money has come meanwhile: a mail of its own says what became of it.
  if (wasPaid(order.paymentStatus)) return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} has lapsed`,
    preview: "It was not paid in time. Nothing was charged.",
    heading: "We have let your order go",
    paragraphs: [
      describeNextStep(order),
      order.cancellation?.status === "Pending"
        ? "With this, your request to cancel it is settled too."
        : "Your pieces are back on the shelf. If you still want them, we are glad to set them aside again.",
    ],
    facts: listOrderFacts(news),
    action: { label: "Back to the shop", href: links.products() },
    goods: getPieces(news),
    footnote:
      "Money that arrives for it after all is not lost: either the order comes back or the money goes back, and we write to you.",
  };
}

/** An order by phone that its customer does not want after all: the owner has let it go. */
const writeLetGoMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "Nothing was charged.",
  heading: "We have let your order go",
  paragraphs: [
    "It was not paid, and nothing was charged. Its pieces are back on the shelf, and the link to pay works no more.",
  ],
  facts: listOrderFacts(news),
  action: { label: "Back to the shop", href: links.products() },
  goods: getPieces(news),
  footnote: "You did not expect this? Answer this mail.",
});

const writeCannotFulfilMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "We are sorry. Here is what happens with your money.",
  heading: "We are sorry: your order is cancelled",
  paragraphs: ["We cannot send what you ordered, so we had to cancel your order.", ...describeMoney(news)],
  facts: listOrderFacts(news),
  action: buildOrderLink(news),
  goods: getPieces(news),
  footnote: "You would like to know more, or choose another piece? Answer this mail.",
});
