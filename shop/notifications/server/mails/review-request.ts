import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import { orderDelivered } from "#shop/orders/events.ts";
import { reviewMessages } from "#shop/reviews/review.ts";
import { buildReviewHref, listToReview, REVIEW_PATH } from "#shop/reviews/server/index.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent, OrderMailInput } from "../mail.ts";
import { buildOrderMail, describeOrder, findOrderMailInput, getPieces } from "../order-mail.ts";
import { createSampleMailData, fillSampleLink } from "../samples.ts";

/** The delay of this mail after the delivery in ms, so that the customer can use the piece first. */
const REVIEW_REQUEST_WAIT = 10 * DAY;

/** This mail is not sent if no piece is left to review, the order was refunded or the customer has unsubscribed. */
export const reviewRequestMail = defineMail(
  orderDelivered,
  "review-request",
  async (context, { orderId }) => {
    const toReview = await listToReview(context, orderId);
    const mailData = toReview.length > 0 ? await findOrderMailInput(context, orderId) : null;
    const to = mailData?.order.contact.email;
    if (!mailData || !to) return null;
    const pieces = new Set(toReview.map(({ productId }) => productId._id));
    return { to, mail: writeReviewRequestMail(mailData, buildReviewHref(context, orderId), pieces) };
  },
  {
    when: `${formatCount(REVIEW_REQUEST_WAIT / DAY, "day")} after the delivery, once: asks for a review`,
    sample: (sampleFacts) => {
      const mailData = createSampleMailData(sampleFacts, { order: { orderStatus: "Delivered" } });
      const pieces = new Set(mailData.lines.map(({ productId }) => productId));
      return writeReviewRequestMail(mailData, fillSampleLink(REVIEW_PATH), pieces);
    },
  },
  REVIEW_REQUEST_WAIT,
);

function writeReviewRequestMail(
  mailData: OrderMailInput,
  reviewHref: string,
  toReview: ReadonlySet<string>,
): MailContent {
  return {
    ...buildOrderMail(describeOrder(mailData)),
    subject: reviewMessages.title,
    preview: "Your review helps others choose, and helps us make better pieces.",
    heading: reviewMessages.title,
    paragraphs: [
      "Your order arrived a while ago. How do you like the pieces?",
      "Your rating and review help others choose, and help us make better pieces. You don't need to log in.",
    ],
    action: { label: "Write a review", href: reviewHref },
    otherWay: { label: "Stop these e-mails", href: reviewHref },
    goods: getPieces(mailData.lines.filter(({ productId }) => toReview.has(productId))),
    why: `You're receiving this e-mail because your order ${mailData.order.orderId} has arrived. We ask only once.`,
  };
}
