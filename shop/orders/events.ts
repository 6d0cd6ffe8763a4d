import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { correctedParts } from "./address-correction.ts";
import { expiryPatterns } from "./holds.ts";
import { orderStatuses } from "./status.ts";

/** `orderId` is the order number that customers see. */
const ofOrder = { orderId: v.string(), accountId: v.string() };

export const orderPlaced = defineEvent("order.placed", v.object(ofOrder));

/** An order to be paid in cash was placed. It waits for the customer's confirmation. */
export const cashOrderPlaced = defineEvent("order.cash-placed", v.object(ofOrder));

/** The owner took an order by phone. The customer pays it with a link from an e-mail. */
export const orderTaken = defineEvent("order.taken", v.object(ofOrder));

/** An order has changed in a way that its customer can see. */
export const orderChanged = defineEvent(
  "order.changed",
  v.object({ ...ofOrder, status: v.picklist(orderStatuses) }),
);

/** The invoice was issued. `cameBack` is true if the order had expired before the payment arrived. */
export const orderPaid = defineEvent(
  "order.paid",
  v.object({ ...ofOrder, cameBack: v.exactOptional(v.boolean()) }),
);

/** The address or the company was corrected. In events of an earlier version, `by` is missing and means the owner. */
export const orderCorrected = defineEvent(
  "order.corrected",
  v.object({
    ...ofOrder,
    by: v.exactOptional(v.picklist(["owner", "customer"])),
    /** Missing in events of an earlier version, nearly all of which were about the address. */
    parts: v.exactOptional(v.picklist(correctedParts)),
    /** Missing if no invoice was replaced. */
    cancelledInvoice: v.exactOptional(v.string()),
  }),
);

/** The order contains the courier (D67). Events of an earlier version, with one parcel per order, do not name it. */
export const orderDispatched = defineEvent(
  "order.dispatched",
  v.object({ ...ofOrder, parcel: v.exactOptional(v.number()) }),
);

/** A parcel was delivered while other parcels of the order are in transit or unshipped. */
export const parcelDelivered = defineEvent(
  "order.parcel-delivered",
  v.object({ ...ofOrder, parcel: v.number() }),
);

export const dispatchUndone = defineEvent(
  "order.dispatch-undone",
  v.object({ ...ofOrder, parcel: v.number(), at: v.string() }),
);

export const orderDelivered = defineEvent("order.delivered", v.object(ofOrder));

/** The order expired unpaid, or the shop or the customer cancelled it. */
export const orderCancelled = defineEvent("order.cancelled", v.object(ofOrder));

/** A free replacement can be packed now. */
export const orderReplaced = defineEvent("order.replaced", v.object({ ...ofOrder, parcel: v.number() }));

/** A parcel was lost. Its pieces are refunded, or shipped again in the parcel with the number `again`. */
export const parcelLost = defineEvent(
  "order.parcel-lost",
  v.object({ ...ofOrder, parcel: v.number(), amountPaise: v.number(), again: v.exactOptional(v.number()) }),
);

/** Some pieces were cancelled before shipping. In events of an earlier version, `by` is missing and means the owner. */
export const orderPartCancelled = defineEvent(
  "order.part-cancelled",
  v.object({
    ...ofOrder,
    amountPaise: v.number(),
    pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
    by: v.exactOptional(v.picklist(["owner", "customer"])),
  }),
);

export const cancellationRequested = defineEvent("order.cancellation-requested", v.object(ofOrder));

/** The owner approved the request, or declined it with a reason (D68). */
export const cancellationDecided = defineEvent(
  "order.cancellation-decided",
  v.object({ ...ofOrder, decision: v.picklist(["Approved", "Rejected"]) }),
);

/** The owner undid a decline. */
export const cancellationReopened = defineEvent(
  "order.cancellation-reopened",
  v.object({ ...ofOrder, at: v.string() }),
);

/** An order was refunded. `creditNote` is set if the order had an invoice. */
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

const heldGoods = { productId: v.string(), pattern: v.picklist(expiryPatterns) };

/**
 * Many orders of a product expired unpaid, perhaps to block its stock (T35). Events of an earlier version, which may
 * run beside this one during an upgrade, have `lapsed` instead of `expired`.
 */
export const goodsHeldBack = defineEvent(
  "order.goods-held-back",
  v.union([v.object({ ...heldGoods, expired: v.number() }), v.object({ ...heldGoods, lapsed: v.number() })]),
);
