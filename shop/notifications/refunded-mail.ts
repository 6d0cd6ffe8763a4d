import { formatRupeesGrouped } from "#contract/money.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import {
  buildOrderMail,
  formatAmount,
  getOrderHref,
  listOrderFacts,
  type OrderNews,
  listPaymentFacts,
} from "./order-mail-parts.ts";
import type { MailContent } from "./mail.ts";
import { buildOrderLink } from "./cancellation-mails.ts";

/** The money, or this part of it, is on its way back, with a credit note where there was an invoice (D92). */
export function writeRefundedMail(
  news: OrderNews,
  part?: { amountPaise: number; creditNote?: string },
): MailContent | null {
  const { order } = news;
  if (!isGoingBack(order.paymentStatus, part !== undefined)) return null;
  const creditNote = part ? part.creditNote : news.creditNote;
  const back = part ? formatRupeesGrouped(part.amountPaise) : formatAmount(order.refundAmount);
  return {
    ...buildOrderMail(news),
    subject: `${back} is on its way back to you`,
    preview: `For order ${order.orderId}. ${returnMessages.refund}`,
    heading: "Your money is on its way",
    paragraphs: [
      order.invoiceNumber
        ? `We have sent ${back} back for your ${order.orderStatus === "Cancelled" ? "cancelled " : ""}order.`
        : `Your payment came when the order could no longer be fulfilled, so we have sent back all of it: ${back}.`,
      returnMessages.refund,
    ],
    facts: [
      { label: "Amount", value: back },
      ...listOrderFacts(news).slice(0, 1),
      ...listPaymentFacts(order),
      ...(creditNote ? [{ label: "Credit note", value: creditNote, href: getOrderHref(order) }] : []),
      ...(order.invoiceNumber ? [{ label: "Invoice", value: order.invoiceNumber }] : []),
    ],
    action: buildOrderLink(news),
    footnote: "Your bank may show it a little later than it arrives. Should it stay away, answer this mail.",
  };
}

/** A part that has gone back is true also while another is on its way. */
const isGoingBack = (paymentStatus: string, isPart: boolean): boolean =>
  paymentStatus === "Refunded" || (isPart && paymentStatus === "Refunding");
