import { DISPATCH_PATH } from "#shop/parcels/couriers.ts";
import type { MailContent } from "./mail.ts";
import {
  writeAddressChangedMail,
  writeCancellationRequestedMail,
  writeOrderToPackMail,
  writeOwnerDigestMail,
  writePaymentTroubleMail,
  writeReturnRequestedMail,
  writeStockLowMail,
} from "./owner-mails.ts";
import {
  createSampleCancellation,
  createSampleNews,
  fillSampleLink,
  createSampleReturn,
  type SampleFacts,
} from "./sample-order.ts";

/** Mails to the owner about the shop's day: which are written is the setting OWNER_MAILS. */
export const ownerMails = {
  "owner-order-paid": {
    when: "an order is paid: to you, with OWNER_MAILS=each; else it is in the digest",
    sample: (facts) => writeOrderToPackMail(createSampleNews(facts), fillSampleLink(DISPATCH_PATH)),
  },
  "owner-cancellation": {
    when: "a customer asks to cancel: to you, with the deadline",
    sample: (facts) =>
      writeCancellationRequestedMail(
        createSampleNews(facts, { order: { cancellation: createSampleCancellation(facts.now) } }),
      ),
  },
  "owner-address-changed": {
    when: "a customer changes where an order goes: to you, before it leaves",
    sample: (facts) => writeAddressChangedMail(createSampleNews(facts)),
  },
  "owner-return": {
    when: "a customer asks to return pieces: to you",
    sample: (facts) => writeReturnRequestedMail(createSampleReturn(facts, "Requested")),
  },
  "owner-payment-trouble": {
    when: "money does not add up, or a refund failed: to you",
    sample: () =>
      writePaymentTroubleMail({
        orderId: "TRV-SAMPLE",
        kind: "trouble",
        what: "the refund of ₹2,022.64 failed: The bank did not take the money back.",
        remedy: "payments retry-refund TRV-SAMPLE",
      }),
  },
  "owner-dispute": {
    when: "a customer's bank disputes a payment: to you",
    sample: () =>
      writePaymentTroubleMail({
        orderId: "TRV-SAMPLE",
        kind: "dispute",
        what: "the customer's bank disputes ₹2,022.64 (disp_SAMPLE): it takes the money back unless you answer in time",
        remedy: "answer disp_SAMPLE in the provider's dashboard, then payments seen TRV-SAMPLE",
      }),
  },
  "owner-stock-low": {
    when: "few pieces of a product are left (LOW_STOCK): to you, with OWNER_MAILS=each; else it is in the digest",
    sample: ({ products: [product] }) =>
      writeStockLowMail({
        productId: product?._id ?? "everyday-bowl",
        title: product?.title ?? "Acacia Everyday Bowl",
        left: 2,
      }),
  },
  "owner-digest": {
    when: "at 8 in the morning, when something waits or something was sold: to you, unless OWNER_MAILS=each",
    sample: () =>
      writeOwnerDigestMail({
        facts: { "To pack": "1 order", Overdue: "0", "Sold yesterday": "₹2,022.64, 1 order" },
        waiting: [
          {
            about: "TRV-SAMPLE",
            what: "Asha Patel, Pune, ₹2,022.64: to leave by Wed 25 November",
            remedy: "orders dispatch TRV-SAMPLE --courier … --number …",
            href: fillSampleLink(DISPATCH_PATH),
          },
        ],
      }),
  },
} as const satisfies Record<string, { when: string; sample(facts: SampleFacts): MailContent | null }>;
