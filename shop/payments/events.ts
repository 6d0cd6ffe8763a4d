import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { refundReasons } from "./refund.ts";

/** The provider received the money. `orderId` is the number that customers see, in all events of this file. */
export const paymentCaptured = defineEvent("payment.captured", {
  orderId: v.string(),
  amountPaise: v.number(),
  method: v.string(),
  capturedAt: v.string(),
});

/** An attempt to pay failed. The customer can try again until the payment expires. */
export const paymentFailed = defineEvent("payment.failed", { orderId: v.string(), reason: v.string() });

export const paymentExpired = defineEvent("payment.expired", { orderId: v.string() });

/** A subscriber sends the refund to the provider. */
export const refundRequested = defineEvent("payment.refund-asked", { refundId: v.string() });

/** The provider reported a refund that was made in its dashboard. The shop has stored it with the order. */
export const refundFound = defineEvent("payment.refund-found", { orderId: v.string() });

export const refundProcessed = defineEvent("payment.refund-processed", {
  orderId: v.string(),
  refundId: v.string(),
  reason: v.picklist(refundReasons),
  amountPaise: v.number(),
});

/** A webhook request was stored. A subscriber updates the payment or refund. */
export const webhookStored = defineEvent("payment.webhook-stored", { paymentEventId: v.string() });

export const testEventDue = defineEvent("test-payment.news-due", {
  eventId: v.string(),
  sessionId: v.string(),
  fact: v.picklist(["failed", "processing", "captured"]),
  reason: v.optional(v.string()),
});

export const testRefundEventDue = defineEvent("test-payment.refund-news-due", {
  eventId: v.string(),
  refundId: v.string(),
});

/** The owner must look at a payment. `kind` is `dispute` for a dispute of the customer's bank, otherwise `trouble`. */
export const paymentNeedsOwner = defineEvent("payment.needs-owner", {
  orderId: v.string(),
  kind: v.picklist(["trouble", "dispute"]),
  what: v.string(),
  remedy: v.string(),
});
