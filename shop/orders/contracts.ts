import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { CANCELLATION_WINDOW_HOURS } from "#shop/policies/cancellation.ts";
import { RETURN_WITHIN_DAYS } from "#shop/policies/return-window.ts";
import { correctionRefusals, deliveryChangeMessages, deliveryChangeSchema } from "./address-correction.ts";
import { orderSchema } from "./response-schemas.ts";
import { cancellationRefusals, cancellationRequestSchema, cancellationMessages } from "./cancellation.ts";
import { checkoutMessages, MAX_UNPAID_ORDERS } from "./checkout.ts";
import { newOrderSchema } from "./new-order.ts";
import { orderMessages } from "./order.ts";
import { returnRefusals, returnRequestMessages, returnRequestSchema } from "./return-request.ts";

const done = v.literal(true);

const notFound = { not_found: { status: 404, message: orderMessages.detailsMissing } } as const;

export const placeOrder = defineContract({
  summary:
    "Place an order: reserves the goods and takes them out of the cart. Takes an optional Idempotency-Key header.",
  body: newOrderSchema,
  answer: v.object({
    success: done,
    message: v.literal(checkoutMessages.placed),
    order: orderSchema,
    /** The key was sent before: this is the earlier order. */
    replayed: v.optional(v.literal(true)),
  }),
  refusals: {
    empty_cart: { status: 400, message: checkoutMessages.emptyCart },
    incomplete: { status: 400, message: checkoutMessages.incomplete },
    bad_key: { status: 400, message: "This order could not be read. Please reload the page and try again." },
    too_many_pieces: { status: 400, message: "That is more of one product than fits in an order." },
    not_found: { status: 404, message: "There is no such account or address." },
    prices_changed: { status: 409, message: checkoutMessages.pricesChanged },
    shortage: { status: 409, message: checkoutMessages.shortage },
    too_many_unpaid: {
      status: 409,
      message: `You have ${MAX_UNPAID_ORDERS} orders waiting to be paid. Please pay for one of them first, or wait until one has lapsed.`,
    },
    hold_too_large: { status: 409, message: checkoutMessages.holdTooLarge },
    unproven_hold: { status: 409, message: checkoutMessages.unprovenHold },
    lapsed_too_often: { status: 409, message: checkoutMessages.lapsedTooOften },
    too_many_holds: { status: 429, message: checkoutMessages.tooManyHolds },
    order_cancelled: { status: 409, message: checkoutMessages.orderCancelled },
    key_reused: { status: 422, message: checkoutMessages.orderedAlready },
    too_many: {
      status: 429,
      message: "Those were many orders in a short time. Please try again in a few minutes.",
    },
  },
});

export const listOrdersOfUser = defineContract({
  summary: "All orders of the signed-in customer, newest first.",
  query: v.object({ timestamp: v.optional(v.string()) }),
  answer: v.object({ success: done, orders: v.array(orderSchema) }),
  refusals: { not_found: { status: 404, message: orderMessages.listFailed } },
});

export const showOrder = defineContract({
  summary: "One order of the signed-in customer, by its orderId or _id.",
  answer: v.object({ success: done, order: orderSchema }),
  refusals: notFound,
});

export const downloadPaper = defineContract({
  summary:
    "A paper of the signed-in customer's order as a PDF file: `invoice`, or the number of a credit note with a hyphen for its slash.",
  answer: v.string(),
  file: "application/pdf",
  refusals: {
    not_found: { status: 404, message: "There is no such paper." },
    too_many: {
      status: 429,
      message: "Those were many downloads in a short time. Please try again in a minute.",
    },
  },
});

export const requestCancellation = defineContract({
  summary: `Ask for an order to be cancelled, within ${CANCELLATION_WINDOW_HOURS} hours of placing it.`,
  body: cancellationRequestSchema,
  answer: v.object({ success: done, message: v.literal(cancellationMessages.submitted), order: orderSchema }),
  refusals: {
    ...notFound,
    requested: { status: 409, message: cancellationRefusals.requested },
    cancelled: { status: 409, message: cancellationRefusals.cancelled },
    delivered: { status: 409, message: cancellationRefusals.delivered },
    dispatched: { status: 409, message: cancellationRefusals.dispatched },
    expired: { status: 409, message: cancellationRefusals.expired },
  },
});

export const changeDelivery = defineContract({
  summary: "Change where an order goes, and add a company to its invoice, before its parcel has left.",
  body: deliveryChangeSchema,
  answer: v.object({ success: done, message: v.literal(deliveryChangeMessages.saved), order: orderSchema }),
  refusals: {
    ...notFound,
    cancelled: { status: 409, message: correctionRefusals.cancelled },
    delivered: { status: 409, message: correctionRefusals.delivered },
    dispatched: { status: 409, message: correctionRefusals.dispatched },
    invoiced: { status: 409, message: deliveryChangeMessages.invoiced },
    too_many: { status: 429, message: deliveryChangeMessages.tooMany },
  },
});

export const requestReturn = defineContract({
  summary: `Ask for pieces of an order to be returned, within ${RETURN_WITHIN_DAYS} days of its delivery.`,
  body: returnRequestSchema,
  answer: v.object({
    success: done,
    message: v.literal(returnRequestMessages.submitted),
    order: orderSchema,
  }),
  refusals: {
    ...notFound,
    no_such_pieces: { status: 400, message: returnRequestMessages.pieces },
    returned: { status: 409, message: returnRefusals.returned },
    not_delivered: { status: 409, message: returnRefusals.not_delivered },
    nothing_left: { status: 409, message: returnRefusals.nothing_left },
    return_expired: { status: 409, message: returnRefusals.return_expired },
  },
});
