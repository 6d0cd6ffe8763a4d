import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { correctedParts } from "./address-correction.ts";
import { expiryPatterns } from "./holds.ts";
import { orderStatuses } from "./status.ts";

/** In all of these events, `orderId` is the number that customers see. */
const ofOrder = { orderId: v.string(), accountId: v.string() };

export const orderPlaced = defineEvent("order.placed", v.object(ofOrder));

/** The owner took it by phone, and its customer has a payment link. */
export const orderTaken = defineEvent("order.taken", v.object(ofOrder));

/** Something that the customer can see has changed. */
export const orderChanged = defineEvent(
  "order.changed",
  v.object({ ...ofOrder, status: v.picklist(orderStatuses) }),
);

/** The order is paid and has its invoice; `cameBack` if the payment arrived after it had expired. */
export const orderPaid = defineEvent(
  "order.paid",
  v.object({ ...ofOrder, cameBack: v.exactOptional(v.boolean()) }),
);

/**
 * The owner or the customer has corrected the address or the company before shipping; events of an earlier version are
 * the owner's.
 */
export const orderCorrected = defineEvent(
  "order.corrected",
  v.object({
    ...ofOrder,
    by: v.exactOptional(v.picklist(["owner", "customer"])),
    /** Missing in events of an earlier version, most of which were about the address. */
    parts: v.exactOptional(v.picklist(correctedParts)),
    /** The number of the invoice that was cancelled because another company needed one. */
    cancelledInvoice: v.exactOptional(v.string()),
  }),
);

/**
 * A parcel of the order was shipped; the order contains the courier (D67). Events of an earlier version are about the
 * only parcel.
 */
export const orderDispatched = defineEvent(
  "order.dispatched",
  v.object({ ...ofOrder, parcel: v.exactOptional(v.number()) }),
);

/** A parcel was delivered, and other parcels are still expected. */
export const parcelDelivered = defineEvent(
  "order.parcel-delivered",
  v.object({ ...ofOrder, parcel: v.number() }),
);

/** The owner has undone the shipping. */
export const dispatchUndone = defineEvent(
  "order.dispatch-undone",
  v.object({ ...ofOrder, parcel: v.number(), at: v.string() }),
);

export const orderDelivered = defineEvent("order.delivered", v.object(ofOrder));

/** An order was cancelled: unpaid, by the shop, or at the customer's request. */
export const orderCancelled = defineEvent("order.cancelled", v.object(ofOrder));

/** Pieces are shipped again at no charge: the parcel is ready to be packed. */
export const orderReplaced = defineEvent("order.replaced", v.object({ ...ofOrder, parcel: v.number() }));

/** A parcel was lost; its pieces are shipped again in the parcel `again`, or refunded. */
export const parcelLost = defineEvent(
  "order.parcel-lost",
  v.object({ ...ofOrder, parcel: v.number(), amountPaise: v.number(), again: v.exactOptional(v.number()) }),
);

/** Some pieces were cancelled before shipping; the rest is sent. Events of an earlier version are from the owner. */
export const orderPartCancelled = defineEvent(
  "order.part-cancelled",
  v.object({
    ...ofOrder,
    amountPaise: v.number(),
    pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
    by: v.exactOptional(v.picklist(["owner", "customer"])),
  }),
);

/** The customer requests a cancellation. */
export const cancellationRequested = defineEvent("order.cancellation-requested", v.object(ofOrder));

/** The owner has decided on a cancellation request: approved, or declined with a reason (D68). */
export const cancellationDecided = defineEvent(
  "order.cancellation-decided",
  v.object({ ...ofOrder, decision: v.picklist(["Approved", "Rejected"]) }),
);

/** The owner has undone a decline: the request is open again. */
export const cancellationReopened = defineEvent(
  "order.cancellation-reopened",
  v.object({ ...ofOrder, at: v.string() }),
);

/** A full or partial refund was sent; `creditNote` if there was an invoice. */
export const orderRefunded = defineEvent(
  "order.refunded",
  v.object({
    ...ofOrder,
    amountPaise: v.number(),
    creditNote: v.exactOptional(v.string()),
    /** Missing in events of an earlier version. */
    refundId: v.exactOptional(v.string()),
  }),
);

/** Orders of the same goods expire unpaid again and again: they may be held back on purpose (T35). */
export const goodsHeldBack = defineEvent(
  "order.goods-held-back",
  v.object({ productId: v.string(), pattern: v.picklist(expiryPatterns), lapsed: v.number() }),
);
