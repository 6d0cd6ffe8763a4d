import * as v from "valibot";
import { orderStatuses } from "./status.ts";

/** What an open page of a customer hears over its socket: read the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

/** `orderId` is the readable one. */
const orderUpdatedSchema = v.object({ orderId: v.string(), status: v.picklist(orderStatuses) });

export type OrderUpdated = v.InferOutput<typeof orderUpdatedSchema>;
