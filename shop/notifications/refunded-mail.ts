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

/** The money is on its way back, with a credit note where there was an invoice (D92). */
export function writeRefundedMail(news: OrderNews): MailContent | null {
  const { order, creditNote } = news;
  if (order.paymentStatus !== "Refunded") return null;
  const back = formatAmount(order.refundAmount);
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
