import { counted } from "#contract/text.ts";
import { MINUTE } from "#contract/time.ts";
import type { OrderNews } from "./about-order.ts";
import { cancellationDecidedMail, cancellationReceivedMail } from "./cancellation-mails.ts";
import { cancelledMail } from "./cancelled-mail.ts";
import { refundedMail } from "./refunded-mail.ts";
import type { MailContent } from "./mail.ts";
import { deliveredMail, dispatchedMail } from "./delivery-mails.ts";
import { paidMail, placedMail } from "./order-mails.ts";
import { sampleCancellation, type SampleFacts, sampleNews, sampleTracking } from "./sample-order.ts";
import { PLACED_MAIL_WAIT } from "./when.ts";

/** A mail about an order, which can be shown of a real one too. */
interface OrderMail {
  when: string;
  mail(news: OrderNews): MailContent | null;
  sample(facts: SampleFacts): OrderNews;
}

const cancelled = { orderStatus: "Cancelled" } as const;

export const orderMails = {
  "order-placed": {
    when: `${counted(PLACED_MAIL_WAIT / MINUTE, "minute")} after an order, unless it is paid by then`,
    mail: placedMail,
    sample: (facts) => sampleNews(facts, { order: { orderStatus: "Pending", paymentStatus: "Pending" } }),
  },
  "order-paid": {
    when: "an order is paid, or costs nothing: with the way to the invoice",
    mail: paidMail,
    sample: sampleNews,
  },
  "order-dispatched": {
    when: "'orders dispatch': with courier and number (a correction writes no second one)",
    mail: dispatchedMail,
    sample: (facts) => sampleNews(facts, { order: { tracking: sampleTracking } }),
  },
  "order-delivered": {
    when: "'orders deliver'",
    mail: deliveredMail,
    sample: (facts) =>
      sampleNews(facts, {
        order: { orderStatus: "Delivered", tracking: sampleTracking },
        deliveredAt: facts.now,
      }),
  },
  "order-lapsed": {
    when: "an order was not paid in time",
    mail: cancelledMail,
    sample: (facts) =>
      sampleNews(facts, {
        order: { ...cancelled, paymentStatus: "Expired" },
        cancelledBecause: "unpaid",
      }),
  },
  "order-cancelled": {
    when: "'orders cancel': the shop cannot fulfil it",
    mail: cancelledMail,
    sample: (facts) => refunding(facts, "shop"),
  },
  "cancellation-received": {
    when: "a customer asks to cancel",
    mail: cancellationReceivedMail,
    sample: (facts) => sampleNews(facts, { order: { cancellation: sampleCancellation(facts.now) } }),
  },
  "cancellation-approved": {
    when: "'cancellations approve'",
    mail: cancellationDecidedMail,
    sample(facts) {
      const news = refunding(facts, "customer");
      const cancellation = { ...sampleCancellation(facts.now), status: "Approved" as const };
      return { ...news, order: { ...news.order, cancellation } };
    },
  },
  "cancellation-declined": {
    when: "'cancellations decline': with your words",
    mail: cancellationDecidedMail,
    sample: (facts) =>
      sampleNews(facts, {
        order: {
          cancellation: {
            ...sampleCancellation(facts.now),
            status: "Rejected",
            words: "Your bowl was packed this morning and the courier has it already.",
          },
        },
      }),
  },
  "order-refunded": {
    when: "the provider has sent money back: with the credit note's number",
    mail: refundedMail,
    sample(facts) {
      const news = refunding(facts, "customer");
      return {
        ...news,
        creditNote: "CN26-27/000000",
        order: { ...news.order, paymentStatus: "Refunded" },
      };
    },
  },
} as const satisfies Record<string, OrderMail>;

function refunding(facts: SampleFacts, cancelledBecause: "shop" | "customer"): OrderNews {
  const { grandTotal } = sampleNews(facts).order;
  return sampleNews(facts, {
    order: { ...cancelled, paymentStatus: "Refunding", refundAmount: grandTotal },
    cancelledBecause,
  });
}
