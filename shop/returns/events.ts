import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { returnStatuses } from "#shop/orders/returned-pieces.ts";

/** A return has come so far: asked for, accepted or refused, back, paid back. `number`: which one of its order. */
export const returnChanged = defineEvent(
  "order.return-changed",
  v.object({
    orderId: v.string(),
    accountId: v.string(),
    status: v.picklist(returnStatuses),
    number: v.optional(v.number(), 1),
  }),
);
