import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { correctedParts } from "./address-correction.ts";
import { orderStatuses } from "./status.ts";

/** `orderId` is the readable one in all of them. */
const ofOrder = { orderId: v.string(), accountId: v.string() };

export const orderPlaced = defineEvent("order.placed", v.object(ofOrder));

/** The owner took it by phone; its customer has a link to pay. */
export const orderTaken = defineEvent("order.taken", v.object(ofOrder));

/** Something its customer can see has changed. */
export const orderChanged = defineEvent(
  "order.changed",
  v.object({ ...ofOrder, status: v.picklist(orderStatuses) }),
);

/** It is paid and has its invoice; `cameBack` when the money came after the order had expired. */
export const orderPaid = defineEvent(
  "order.paid",
  v.object({ ...ofOrder, cameBack: v.exactOptional(v.boolean()) }),
);

/** The owner or its customer has corrected where it goes or the company, before it left; events of an earlier version are the owner's. */
export const orderCorrected = defineEvent(
  "order.corrected",
  v.object({
    ...ofOrder,
    by: v.exactOptional(v.picklist(["owner", "customer"])),
    /** Events of an earlier version do not say it: most were about the address. */
    parts: v.exactOptional(v.picklist(correctedParts)),
    /** The number of the invoice that was cancelled for one to another company. */
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

/** One of its parcels has arrived, and others are still to come. */
export const parcelDelivered = defineEvent(
  "order.parcel-delivered",
  v.object({ ...ofOrder, parcel: v.number() }),
);

/** It has not left after all: the owner has taken that back. */
export const dispatchUndone = defineEvent(
  "order.dispatch-undone",
  v.object({ ...ofOrder, parcel: v.number(), at: v.string() }),
);

export const orderDelivered = defineEvent("order.delivered", v.object(ofOrder));

/** An order was cancelled, for any reason: unpaid for too long, by the shop, or because its customer asked. */
export const orderCancelled = defineEvent("order.cancelled", v.object(ofOrder));

/** Pieces of it are sent again at no charge: the parcel waits to be packed. */
export const orderReplaced = defineEvent("order.replaced", v.object({ ...ofOrder, parcel: v.number() }));

/** A parcel was lost; its pieces are shipped again in the parcel `again`, or refunded. */
export const parcelLost = defineEvent(
  "order.parcel-lost",
  v.object({ ...ofOrder, parcel: v.number(), amountPaise: v.number(), again: v.exactOptional(v.number()) }),
);

/** Some of its pieces were cancelled before they left; the rest is sent. Events of an earlier version are the owner's. */
export const orderPartCancelled = defineEvent(
  "order.part-cancelled",
  v.object({
    ...ofOrder,
    amountPaise: v.number(),
    pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
    by: v.exactOptional(v.picklist(["owner", "customer"])),
  }),
);

/** Its customer asks to cancel it. */
export const cancellationRequested = defineEvent("order.cancellation-requested", v.object(ofOrder));

/** The owner has decided on a cancellation request: approved, or declined with a reason (D68). */
export const cancellationDecided = defineEvent(
  "order.cancellation-decided",
  v.object({ ...ofOrder, decision: v.picklist(["Approved", "Rejected"]) }),
);

/** The owner has taken a decline back: the request waits for an answer again. */
export const cancellationReopened = defineEvent(
  "order.cancellation-reopened",
  v.object({ ...ofOrder, at: v.string() }),
);

/** The money, all of it or a part, is on its way back to the customer's account; `creditNote` where it had an invoice. */
export const orderRefunded = defineEvent(
  "order.refunded",
  v.object({
    ...ofOrder,
    amountPaise: v.number(),
    creditNote: v.exactOptional(v.string()),
    /** Not there in events of an earlier version. */
    refundId: v.exactOptional(v.string()),
  }),
);
