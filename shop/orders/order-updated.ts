import type { OrderStatus } from "./status.ts";

/**
 * The message that the server sends to a customer's open pages over the live connection. The pages then reload the
 * orders (§4).
 */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  /** The order number that customers see. */
  orderId: string;
  status: OrderStatus;
}
