import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { refundReasons } from "./refund.ts";

/** The requested amount was received. In all events of this file, `orderId` is the order number that customers see. */
export const paymentCaptured = defineEvent(
  "payment.captured",
  v.object({ orderId: v.string(), amountPaise: v.number(), method: v.string(), capturedAt: v.string() }),
);

/** An attempt to pay failed. The customer may try again until the payment expires. */
export const paymentFailed = defineEvent(
  "payment.failed",
  v.object({ orderId: v.string(), reason: v.string() }),
);

/** The payment has expired and can no longer be made. */
export const paymentExpired = defineEvent("payment.expired", v.object({ orderId: v.string() }));

/** A refund was requested and must now be sent to the provider. */
export const refundRequested = defineEvent("payment.refund-asked", v.object({ refundId: v.string() }));

/** The provider reported a refund that the shop did not request. The shop has recorded it for the order. */
export const refundFound = defineEvent("payment.refund-found", v.object({ orderId: v.string() }));

export const refundProcessed = defineEvent(
  "payment.refund-processed",
  v.object({
    orderId: v.string(),
    /** The id of the refund; missing in events that an earlier version of the shop stored. */
    refundId: v.optional(v.string()),
    reason: v.picklist(refundReasons),
    amountPaise: v.number(),
  }),
);

/** A provider's webhook is stored and still has to be applied. */
export const webhookStored = defineEvent("payment.webhook-stored", v.object({ paymentEventId: v.string() }));

export const testEventDue = defineEvent(
  "test-payment.news-due",
  v.object({
    eventId: v.string(),
    sessionId: v.string(),
    fact: v.picklist(["failed", "processing", "captured"]),
    reason: v.optional(v.string()),
  }),
);

export const testRefundEventDue = defineEvent(
  "test-payment.refund-news-due",
  v.object({ eventId: v.string(), refundId: v.string() }),
);

/** A payment needs the owner's attention. `kind` is `dispute` if a bank disputes the payment, otherwise `trouble`. */
export const paymentNeedsOwner = defineEvent(
  "payment.needs-owner",
  v.object({
    orderId: v.string(),
    kind: v.picklist(["trouble", "dispute"]),
    what: v.string(),
    remedy: v.string(),
  }),
);
