import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { paymentSentences, paymentStatuses } from "./payment.ts";

const orderOfCaller = v.object({ orderId: v.pipe(v.string(), v.trim(), v.maxLength(64)) });

export const openPaymentWindow = endpoint({
  method: "POST",
  path: "/api/payments/window",
  summary: "The address of the payment window of an own order. Asked again, it answers the same window.",
  policy: "customer",
  body: orderOfCaller,
  answer: v.object({
    success: v.literal(true),
    provider: v.literal("test"),
    /** A path of this shop, to be shown in a frame. */
    window: v.string(),
    expiresAt: v.string(),
  }),
  refusals: {
    not_found: { status: 404, message: paymentSentences.notFound },
    paid: { status: 409, message: paymentSentences.paid },
    not_payable: { status: 409, message: paymentSentences.notPayable },
    unavailable: { status: 503, message: paymentSentences.unavailable },
  },
});

export const confirmPaymentReturn = endpoint({
  method: "POST",
  path: "/api/payments/return",
  summary: "After the window: asks the provider how the payment of an own order stands.",
  policy: "customer",
  body: orderOfCaller,
  answer: v.object({ success: v.literal(true), paymentStatus: v.picklist(paymentStatuses) }),
  refusals: {
    not_found: { status: 404, message: paymentSentences.notFound },
    unavailable: { status: 503, message: paymentSentences.unavailable },
  },
});

export const receivePaymentWebhook = endpoint({
  method: "POST",
  path: "/api/payments/webhook/test",
  summary: "News from the test payment provider, signed by it.",
  policy: "webhook",
  answer: v.object({ success: v.literal(true) }),
  refusals: {
    forged: { status: 401, message: "This message is not signed by the payment provider." },
    unreadable: { status: 400, message: "This message cannot be read." },
  },
});
