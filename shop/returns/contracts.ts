import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { photoMessages, PHOTOS_BODY_MAX } from "#shop/media/photos.ts";
import { orderMessages } from "#shop/orders/order.ts";
import { orderSchema } from "#shop/orders/response-schemas.ts";
import { formatDays, STANDARD_RULES } from "#shop/policies/rules.ts";
import { writeReturnRefusals, returnRequestMessages, returnRequestSchema } from "./return-request.ts";

const returnRefusals = writeReturnRefusals(STANDARD_RULES);

export const requestReturn = defineContract({
  summary: `Requests the return of pieces of an order, within ${formatDays(STANDARD_RULES.returnWithinDays)} of delivery or the shop's own time limit.`,
  body: returnRequestSchema,
  longestBody: PHOTOS_BODY_MAX,
  answer: v.object({
    success: v.literal(true),
    message: v.literal(returnRequestMessages.submitted),
    order: orderSchema,
  }),
  refusals: {
    not_found: { status: 404, message: orderMessages.detailsMissing },
    bad_picture: { status: 400, message: photoMessages.unreadable },
    busy: { status: 503, message: returnRequestMessages.busy },
    too_many: { status: 429, message: returnRequestMessages.tooMany },
    no_such_pieces: { status: 400, message: returnRequestMessages.pieces },
    returned: { status: 409, message: returnRefusals.returned },
    not_delivered: { status: 409, message: returnRefusals.not_delivered },
    nothing_left: { status: 409, message: returnRefusals.nothing_left },
    return_expired: { status: 409, message: returnRefusals.return_expired },
  },
});
