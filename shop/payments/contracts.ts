import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { CURRENCY, paymentMessages, paymentStatuses } from "./payment.ts";

const orderOfPrincipal = v.object({ orderId: v.pipe(v.string(), v.trim(), v.maxLength(64)) });

const commonFields = {
  success: v.literal(true),
  amountPaise: v.number(),
  currency: v.literal(CURRENCY),
  description: v.string(),
  expiresAt: v.string(),
} as const;

const proof = v.object({
  paymentId: v.pipe(v.string(), v.maxLength(64)),
  signature: v.pipe(v.string(), v.maxLength(128)),
});

export const openPaymentWindow = defineContract({
  summary:
    "Returns the URL of the payment window for the customer's own order. A repeated request returns the same window.",
  body: v.object({
    ...orderOfPrincipal.entries,
    /** True if the customer pays again although the result of an earlier attempt is not known yet. */
    again: v.optional(v.boolean()),
  }),
  answer: v.variant("provider", [
    v.object({
      ...commonFields,
      provider: v.literal("test"),
      /** The path of the shop's page with the payment window. The browser opens it in a frame. */
      window: v.string(),
    }),
    v.object({
      ...commonFields,
      provider: v.literal("razorpay"),
      /** The public part of the shop's Razorpay key, for Razorpay's script. */
      keyId: v.string(),
      providerOrderId: v.string(),
    }),
  ]),
  refusals: {
    not_found: { status: 404, message: paymentMessages.notFound },
    paid: { status: 409, message: paymentMessages.paid },
    not_payable: { status: 409, message: paymentMessages.notPayable },
    refused: { status: 409, message: paymentMessages.refused },
    under_way: { status: 409, message: paymentMessages.underWay },
    suspended: { status: 409, message: paymentMessages.suspended },
    too_many: { status: 429, message: paymentMessages.tooMany },
    unavailable: { status: 503, message: paymentMessages.unavailable },
  },
});

export const confirmPaymentReturn = defineContract({
  summary:
    "Checks the payment of the customer's own order with the provider after the payment window was closed. Takes the response of Razorpay's window, if there is one.",
  body: v.object({ ...orderOfPrincipal.entries, proof: v.optional(proof) }),
  answer: v.object({
    success: v.literal(true),
    paymentStatus: v.picklist(paymentStatuses),
    underWay: v.optional(v.literal(true)),
  }),
  refusals: {
    not_found: { status: 404, message: paymentMessages.notFound },
    unproved: { status: 400, message: paymentMessages.unproved },
    too_many: { status: 429, message: paymentMessages.tooMany },
    unavailable: { status: 503, message: paymentMessages.unknown },
  },
});

const ofEveryWebhook = {
  answer: v.object({ success: v.literal(true) }),
  refusals: {
    not_set_up: { status: 404, message: "This payment provider is not set up in this shop." },
    forged: { status: 401, message: "This message is not signed by the payment provider." },
    unreadable: { status: 400, message: "This message has an invalid format." },
  },
} as const;

export const receiveTestWebhook = defineContract({
  ...ofEveryWebhook,
  summary: "Receives events from the test payment provider, which signs them.",
});

export const receiveRazorpayWebhook = defineContract({
  ...ofEveryWebhook,
  summary: "Receives events from Razorpay, which signs them (X-Razorpay-Signature).",
});
