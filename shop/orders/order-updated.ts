import type { OrderStatus } from "./status.ts";

/** The message to a customer's open pages over their live connection, after which they load the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  /** The number that customers see. */
  orderId: string;
  status: OrderStatus;
}
