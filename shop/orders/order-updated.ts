import type { OrderStatus } from "./status.ts";

/** The message that makes a customer's open pages reload the orders (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  orderId: string;
  status: OrderStatus;
}
