import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { type ReturnStatus, formatPieces } from "#shop/orders/returned-pieces.ts";
import { returnSteps } from "#shop/returns/return-request.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import { ANSWER_US, buildOrderLink } from "./cancellation-mails.ts";
import type { MailContent } from "./mail.ts";
import { buildOrderMail, listOrderFacts, type OrderNews } from "./order-mail-parts.ts";

/** The money that goes back has a mail of its own. */
type WrittenStatus = Exclude<ReturnStatus, "Refunded">;

const headings: Record<WrittenStatus, string> = {
  Requested: "We have your return request",
  Accepted: "Please send it back",
  Refused: "Your return could not be accepted",
  Received: "Your pieces are back with us",
};

const nextSteps: Record<WrittenStatus, string[]> = {
  Requested: [returnMessages.reply, "Please keep the pieces unused and in their packaging until then."],
  Accepted: [returnMessages.sendBack, returnMessages.asNew],
  Refused: [],
  Received: [returnMessages.refund],
};

/** How far a return has come; null when it has gone on meanwhile. */
export function writeReturnMail(news: OrderNews, status: ReturnStatus): MailContent | null {
  const { order, seller } = news;
  const request = order.returnRequest;
  if (status === "Refunded" || request?.status !== status) return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: ${headings[status]}`,
    preview: returnSteps[status],
    heading: headings[status],
    paragraphs: [returnSteps[status]],
    ...(request.words && { quote: { by: seller?.tradeName ?? "The workshop", text: request.words } }),
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      { label: "Pieces", value: listReturned(news) },
      { label: "Asked", value: formatDateTime(request.requestedAt) },
    ],
    action: buildOrderLink(news),
    ...(nextSteps[status].length > 0 && { next: { sentences: nextSteps[status] } }),
    ...(status === "Refused" && { footnote: ANSWER_US }),
  };
}

/** `1 × Teak Tray` */
export function listReturned({ order }: OrderNews): string {
  const lines = order.items.map(({ productId: { _id, title } }) => ({ productId: _id, title }));
  return toPrintable(formatPieces(order.returnRequest?.pieces ?? [], lines));
}
