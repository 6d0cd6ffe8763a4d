import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { returnStatuses } from "#shop/orders/returned-pieces.ts";

export const returnChanged = defineEvent("order.return-changed", {
  orderId: v.string(),
  accountId: v.string(),
  status: v.picklist(returnStatuses),
  number: v.optional(v.number(), 1),
});
