import type { OrderStatus } from "./status.ts";

/** The message to a customer's open pages over their socket: read the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  /** The readable one. */
  orderId: string;
  status: OrderStatus;
}
