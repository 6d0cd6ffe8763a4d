import type { OrderStatus } from "./status.ts";

/** The message after which a customer's open pages load the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  orderId: string;
  status: OrderStatus;
}
