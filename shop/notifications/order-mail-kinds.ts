import { formatCount } from "#contract/text.ts";
import { MINUTE } from "#contract/time.ts";
import { ORDER_PAYMENT_PATH } from "#shop/orders/order-links.ts";
import type { ReturnStatus } from "#shop/orders/returned-pieces.ts";
import type { OrderNews } from "./order-mail-parts.ts";
import { writeCancellationDecidedMail, writeCancellationReceivedMail } from "./cancellation-mails.ts";
import { writeCancelledMail } from "./cancelled-mail.ts";
import { writeReturnMail } from "./return-mails.ts";
import { writeRefundedMail } from "./refunded-mail.ts";
import { writeCorrectedMail } from "./corrected-mail.ts";
import type { MailContent } from "./mail.ts";
import { writeDeliveredMail, writeDispatchedMail } from "./delivery-mails.ts";
import { writePaidMail, writePlacedMail, writeTakenMail } from "./order-mails.ts";
import {
  createSampleCancellation,
  fillSampleLink,
  type SampleFacts,
  createSampleNews,
  createSampleReturn,
  sampleTracking,
} from "./sample-order.ts";
import { PLACED_MAIL_WAIT } from "./mail-delays.ts";

/** A mail about an order, which can be shown of a real one too. */
interface OrderMail {
  when: string;
  mail(news: OrderNews): MailContent | null;
  sample(facts: SampleFacts): OrderNews;
}

function describeReturnMail(status: ReturnStatus, when: string): OrderMail {
  return {
    when,
    mail: (news) => writeReturnMail(news, status),
    sample: (facts) => createSampleReturn(facts, status),
  };
}

const cancelled = { orderStatus: "Cancelled" } as const;

export const orderMails = {
  "order-placed": {
    when: `${formatCount(PLACED_MAIL_WAIT / MINUTE, "minute")} after an order, unless it is paid by then`,
    mail: writePlacedMail,
    sample: (facts) =>
      createSampleNews(facts, { order: { orderStatus: "Pending", paymentStatus: "Pending" } }),
  },
  "order-taken": {
    when: "'orders take': with the link to pay",
    mail: writeTakenMail,
    sample: (facts) =>
      createSampleNews(facts, {
        order: { orderStatus: "Pending", paymentStatus: "Pending" },
        paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
      }),
  },
  "order-paid": {
    when: "an order is paid, or costs nothing: with the invoice",
    mail: writePaidMail,
    sample: createSampleNews,
  },
  "order-corrected": {
    when: "'orders correct', or its customer on the order's page: with the new address",
    mail: writeCorrectedMail,
    sample: createSampleNews,
  },
  "order-dispatched": {
    when: "'orders dispatch': with courier and number (a correction writes no second one)",
    mail: writeDispatchedMail,
    sample: (facts) => createSampleNews(facts, { order: { tracking: sampleTracking } }),
  },
  "order-delivered": {
    when: "'orders deliver'",
    mail: writeDeliveredMail,
    sample: (facts) =>
      createSampleNews(facts, {
        order: { orderStatus: "Delivered", tracking: sampleTracking },
        deliveredAt: facts.now,
      }),
  },
  "order-lapsed": {
    when: "an order was not paid in time",
    mail: writeCancelledMail,
    sample: (facts) =>
      createSampleNews(facts, {
        order: { ...cancelled, paymentStatus: "Expired" },
        cancelledBecause: "unpaid",
      }),
  },
  "order-cancelled": {
    when: "'orders cancel': the shop cannot fulfil it",
    mail: writeCancelledMail,
    sample: (facts) => createRefundSample(facts, "shop"),
  },
  "cancellation-received": {
    when: "a customer asks to cancel",
    mail: writeCancellationReceivedMail,
    sample: (facts) =>
      createSampleNews(facts, { order: { cancellation: createSampleCancellation(facts.now) } }),
  },
  "cancellation-approved": {
    when: "'cancellations approve'",
    mail: writeCancellationDecidedMail,
    sample(facts) {
      const news = createRefundSample(facts, "customer");
      const cancellation = { ...createSampleCancellation(facts.now), status: "Approved" as const };
      return { ...news, order: { ...news.order, cancellation } };
    },
  },
  "cancellation-declined": {
    when: "'cancellations decline': with your words",
    mail: writeCancellationDecidedMail,
    sample: (facts) =>
      createSampleNews(facts, {
        order: {
          cancellation: {
            ...createSampleCancellation(facts.now),
            status: "Rejected",
            words: "Your bowl was packed this morning and the courier has it already.",
          },
        },
      }),
  },
  "return-requested": describeReturnMail("Requested", "a customer asks to return pieces"),
  "return-accepted": describeReturnMail("Accepted", "'returns accept'"),
  "return-refused": describeReturnMail("Refused", "'returns refuse': with your words"),
  "return-received": describeReturnMail("Received", "'returns received'"),
  "order-refunded": {
    when: "the provider has sent money back: with the credit note",
    mail: writeRefundedMail,
    sample(facts) {
      const news = createRefundSample(facts, "customer");
      return {
        ...news,
        creditNote: "CN26-27/000000",
        order: { ...news.order, paymentStatus: "Refunded" },
      };
    },
  },
} as const satisfies Record<string, OrderMail>;

function createRefundSample(facts: SampleFacts, cancelledBecause: "shop" | "customer"): OrderNews {
  const { grandTotal } = createSampleNews(facts).order;
  return createSampleNews(facts, {
    order: { ...cancelled, paymentStatus: "Refunding", refundAmount: grandTotal },
    cancelledBecause,
  });
}
