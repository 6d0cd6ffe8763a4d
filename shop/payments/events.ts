import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { refundReasons } from "./refund.ts";

/**
 * The payment is received, with the requested amount and currency. In all these events `orderId` is the readable one.
 */
export const paymentCaptured = defineEvent(
  "payment.captured",
  v.object({ orderId: v.string(), amountPaise: v.number(), method: v.string(), capturedAt: v.string() }),
);

/** One attempt failed; the customer may try again until the payment expires. */
export const paymentFailed = defineEvent(
  "payment.failed",
  v.object({ orderId: v.string(), reason: v.string() }),
);

/** The payment can no longer be paid. */
export const paymentExpired = defineEvent("payment.expired", v.object({ orderId: v.string() }));

/** A refund is to be sent to the provider. */
export const refundRequested = defineEvent("payment.refund-asked", v.object({ refundId: v.string() }));

/** The provider has refunds of an order that the shop did not request: they are booked. */
export const refundFound = defineEvent("payment.refund-found", v.object({ orderId: v.string() }));

/** The provider has completed a refund. */
export const refundProcessed = defineEvent(
  "payment.refund-processed",
  v.object({
    orderId: v.string(),
    /** Missing in events of an earlier version. */
    refundId: v.optional(v.string()),
    reason: v.picklist(refundReasons),
    amountPaise: v.number(),
  }),
);

/** A provider's webhook is stored and waits to be applied. */
export const webhookStored = defineEvent("payment.webhook-stored", v.object({ paymentEventId: v.string() }));

export const testNewsDue = defineEvent(
  "test-payment.news-due",
  v.object({
    eventId: v.string(),
    sessionId: v.string(),
    fact: v.picklist(["failed", "processing", "captured"]),
    reason: v.optional(v.string()),
  }),
);

export const testRefundNewsDue = defineEvent(
  "test-payment.refund-news-due",
  v.object({ eventId: v.string(), refundId: v.string() }),
);

/** A problem with a payment that only the owner can solve: `trouble` with the money, or a `dispute` of a bank. */
export const paymentNeedsOwner = defineEvent(
  "payment.needs-owner",
  v.object({
    orderId: v.string(),
    kind: v.picklist(["trouble", "dispute"]),
    what: v.string(),
    remedy: v.string(),
  }),
);
