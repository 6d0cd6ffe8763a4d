import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { orderSchema } from "#shop/orders/response-schemas.ts";
import { STANDARD_RULES } from "#shop/policies/rules.ts";
import { describeCashRefusal } from "#shop/orders/cash-on-delivery.ts";
import { TOO_MUCH } from "#shop/payments/payment.ts";
import { checkoutMessages } from "./checkout.ts";
import { newOrderSchema } from "./new-order.ts";

export const placeOrder = defineContract({
  summary:
    "Places an order: reserves the goods and removes them from the cart. Takes an optional Idempotency-Key header.",
  body: newOrderSchema,
  answer: v.object({
    success: v.literal(true),
    message: v.literal(checkoutMessages.placed),
    order: orderSchema,
    replayed: v.optional(v.literal(true)),
  }),
  refusals: {
    empty_cart: { status: 400, message: checkoutMessages.emptyCart },
    incomplete: { status: 400, message: checkoutMessages.incomplete },
    wrong_day: { status: 400, message: "Please choose another delivery day." },
    bad_key: { status: 400, message: "This order could not be read. Please reload the page and try again." },
    too_many_pieces: {
      status: 400,
      message: "An order cannot have so many pieces of one product. Please choose fewer.",
    },
    not_found: {
      status: 404,
      message:
        "This account or address does not exist any more. Please reload the page and choose another address.",
    },
    prices_changed: { status: 409, message: checkoutMessages.pricesChanged },
    shortage: { status: 409, message: checkoutMessages.shortage },
    too_many_unpaid: {
      status: 409,
      message: checkoutMessages.tooManyUnpaid(STANDARD_RULES.mostUnpaidOrders),
    },
    hold_too_large: { status: 409, message: checkoutMessages.holdTooLarge },
    unproven_hold: { status: 409, message: checkoutMessages.unverifiedHold },
    expired_too_often: { status: 409, message: checkoutMessages.expiredTooOften },
    too_many_holds: { status: 429, message: checkoutMessages.tooManyHolds },
    too_much: { status: 409, message: TOO_MUCH },
    no_cash: { status: 409, message: describeCashRefusal("off", undefined) },
    order_cancelled: { status: 409, message: checkoutMessages.orderCancelled },
    key_reused: { status: 422, message: checkoutMessages.orderedAlready },
    too_many: {
      status: 429,
      message: "Too many orders in a short time. Please try again in a few minutes.",
    },
  },
});
