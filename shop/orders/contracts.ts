import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { formatHours, STANDARD_RULES } from "#shop/policies/rules.ts";
import { correctionRefusals, deliveryChangeMessages, deliveryChangeSchema } from "./address-correction.ts";
import { orderSchema } from "./response-schemas.ts";
import {
  writeCancellationRefusals,
  cancellationRequestSchema,
  cancellationMessages,
} from "./cancellation.ts";
import { orderMessages } from "./order.ts";
import { cancelPiecesSchema, pieceMessages } from "./piece-cancellation.ts";

const literalTrue = v.literal(true);

const cancellationRefusals = writeCancellationRefusals(STANDARD_RULES);

const notFound = { not_found: { status: 404, message: orderMessages.detailsMissing } } as const;

const notCancellable = {
  requested: { status: 409, message: cancellationRefusals.requested },
  cancelled: { status: 409, message: cancellationRefusals.cancelled },
  delivered: { status: 409, message: cancellationRefusals.delivered },
  lost: { status: 409, message: cancellationRefusals.lost },
  dispatched: { status: 409, message: cancellationRefusals.dispatched },
  expired: { status: 409, message: cancellationRefusals.expired },
} as const;

const piecesNotCancellable = {
  ...notFound,
  ...notCancellable,
  not_paid: { status: 409, message: pieceMessages.notPaid },
  cash: { status: 409, message: pieceMessages.cash },
  no_such_pieces: { status: 409, message: pieceMessages.noSuchPieces },
  whole_order: { status: 409, message: pieceMessages.wholeOrder },
} as const;

export const listOrdersOfUser = defineContract({
  summary: "All orders of the signed-in customer, newest first.",
  query: v.object({ timestamp: v.optional(v.string()) }),
  answer: v.object({ success: literalTrue, orders: v.array(orderSchema) }),
  refusals: { not_found: { status: 404, message: orderMessages.listFailed } },
});

export const showOrder = defineContract({
  summary: "One order of the signed-in customer, by its orderId or _id.",
  answer: v.object({ success: literalTrue, order: orderSchema }),
  refusals: notFound,
});

export const requestCancellation = defineContract({
  summary: `Requests the cancellation of an order, up to ${formatHours(STANDARD_RULES.cancelWithinHours)} after it was placed, unless the shop sets another time limit.`,
  body: cancellationRequestSchema,
  answer: v.object({
    success: literalTrue,
    message: v.literal(cancellationMessages.submitted),
    order: orderSchema,
  }),
  refusals: { ...notFound, ...notCancellable },
});

export const showPieceRefunds = defineContract({
  summary:
    "The refunds in rupees for cancelling 1, 2, … pieces of a product, up to the number that can be cancelled.",
  answer: v.object({ success: literalTrue, amounts: v.array(v.number()) }),
  refusals: { ...piecesNotCancellable, too_many: { status: 429, message: pieceMessages.tooMany } },
});

export const cancelPieces = defineContract({
  summary: "Cancels pieces of one product of a paid order, while the whole order can still be cancelled.",
  body: cancelPiecesSchema,
  answer: v.object({ success: literalTrue, message: v.literal(pieceMessages.cancelled), order: orderSchema }),
  refusals: { ...piecesNotCancellable, changed: { status: 409, message: pieceMessages.changed } },
});

export const changeDelivery = defineContract({
  summary:
    "Changes the delivery address of an order and the company on its invoice, before the parcel is dispatched.",
  body: deliveryChangeSchema,
  answer: v.object({
    success: literalTrue,
    message: v.picklist(Object.values(deliveryChangeMessages.saved)),
    order: orderSchema,
  }),
  refusals: {
    ...notFound,
    cancelled: { status: 409, message: correctionRefusals.cancelled },
    delivered: { status: 409, message: correctionRefusals.delivered },
    dispatched: { status: 409, message: correctionRefusals.dispatched },
    no_cash: { status: 409, message: deliveryChangeMessages.noCash },
    invoiced: { status: 409, message: deliveryChangeMessages.invoiced },
    too_many: { status: 429, message: deliveryChangeMessages.tooMany },
  },
});
