import * as v from "valibot";
import { event } from "#contract/event.ts";
import { refundReasons } from "./refund.ts";

/** In all of them `orderId` is the readable one. The money is there: amount and currency are as asked. */
export const paymentCaptured = event(
  "payment.captured",
  v.object({ orderId: v.string(), amountPaise: v.number(), method: v.string(), capturedAt: v.string() }),
);

/** One attempt failed; the customer may try again until the payment expires. */
export const paymentFailed = event("payment.failed", v.object({ orderId: v.string(), reason: v.string() }));

/** It can no longer be paid. */
export const paymentExpired = event("payment.expired", v.object({ orderId: v.string() }));

/** A refund is to be sent to the provider. */
export const refundAsked = event("payment.refund-asked", v.object({ refundId: v.string() }));

/** The provider has given money back. */
export const refundProcessed = event(
  "payment.refund-processed",
  v.object({ orderId: v.string(), reason: v.picklist(refundReasons), amountPaise: v.number() }),
);

/** A provider's webhook lies in the books and waits to be applied. */
export const webhookStored = event("payment.webhook-stored", v.object({ paymentEventId: v.string() }));

/** The test provider has something to tell the shop. */
export const testNewsDue = event(
  "test-payment.news-due",
  v.object({
    eventId: v.string(),
    sessionId: v.string(),
    fact: v.picklist(["failed", "processing", "captured"]),
    reason: v.optional(v.string()),
  }),
);

/** The test provider has something to tell the shop about a refund. */
export const testRefundNewsDue = event(
  "test-payment.refund-news-due",
  v.object({ eventId: v.string(), refundId: v.string() }),
);
