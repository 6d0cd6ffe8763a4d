import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { correctedParts } from "./address-correction.ts";
import { expiryPatterns } from "./holds.ts";
import { orderStatuses } from "./status.ts";

/** `orderId` is the order number that customers see. */
const ofOrder = { orderId: v.string(), accountId: v.string() };

export const orderPlaced = defineEvent("order.placed", ofOrder);

/** The customer must still confirm this cash-on-delivery order. */
export const cashOrderPlaced = defineEvent("order.cash-placed", ofOrder);

/** The owner entered an unpaid order by phone. A cash-on-delivery order publishes `order.cash-placed` instead. */
export const orderTaken = defineEvent("order.taken", ofOrder);

export const orderChanged = defineEvent("order.changed", { ...ofOrder, status: v.picklist(orderStatuses) });

/**
 * An order was paid or, for cash on delivery, confirmed, and its invoice was issued. `cameBack` is true if it had
 * expired before the payment arrived.
 */
export const orderPaid = defineEvent("order.paid", { ...ofOrder, cameBack: v.exactOptional(v.boolean()) });

/** The address or company of an order was corrected. If `by` is missing (older events), the owner did it. */
export const orderCorrected = defineEvent("order.corrected", {
  ...ofOrder,
  by: v.exactOptional(v.picklist(["owner", "customer"])),
  /** The part that was corrected. Missing in older events, nearly all of which were about the address. */
  parts: v.exactOptional(v.picklist(correctedParts)),
  cancelledInvoice: v.exactOptional(v.string()),
});

/** A parcel was shipped. Older events have no parcel number, because an order then had one parcel. */
export const orderDispatched = defineEvent("order.dispatched", {
  ...ofOrder,
  parcel: v.exactOptional(v.number()),
});

/** A parcel was delivered. The order is not complete yet, or was already Delivered before a replacement came. */
export const parcelDelivered = defineEvent("order.parcel-delivered", { ...ofOrder, parcel: v.number() });

export const dispatchUndone = defineEvent("order.dispatch-undone", {
  ...ofOrder,
  parcel: v.number(),
  at: v.string(),
});

export const orderDelivered = defineEvent("order.delivered", ofOrder);

export const orderCancelled = defineEvent("order.cancelled", ofOrder);

export const orderReplaced = defineEvent("order.replaced", { ...ofOrder, parcel: v.number() });

/** A parcel was lost. `amountPaise`, possibly 0, is refunded, or the pieces are shipped again in the parcel `again`. */
export const parcelLost = defineEvent("order.parcel-lost", {
  ...ofOrder,
  parcel: v.number(),
  amountPaise: v.number(),
  again: v.exactOptional(v.number()),
});

/** Some pieces were cancelled before they were shipped. If `by` is missing (older events), the owner cancelled them. */
export const orderPartCancelled = defineEvent("order.part-cancelled", {
  ...ofOrder,
  amountPaise: v.number(),
  pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
  by: v.exactOptional(v.picklist(["owner", "customer"])),
});

export const cancellationRequested = defineEvent("order.cancellation-requested", ofOrder);

export const cancellationDecided = defineEvent("order.cancellation-decided", {
  ...ofOrder,
  decision: v.picklist(["Approved", "Rejected"]),
});

/** The owner withdrew the decision to decline a cancellation request. */
export const cancellationReopened = defineEvent("order.cancellation-reopened", {
  ...ofOrder,
  at: v.string(),
});

/** A refund of an order is complete. `creditNote` is set if the order had an invoice. */
export const orderRefunded = defineEvent("order.refunded", {
  ...ofOrder,
  amountPaise: v.number(),
  creditNote: v.exactOptional(v.string()),
  refundId: v.exactOptional(v.string()),
});

/** Several orders of a product expired unpaid, perhaps to block its stock (T35). */
export const goodsHeldBack = defineEvent("order.goods-held-back", {
  productId: v.string(),
  pattern: v.picklist(expiryPatterns),
  expired: v.number(),
});
