import type { OrderStatus } from "./status.ts";

/** The name of the live message after which the open pages of a customer load the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  orderId: string;
  status: OrderStatus;
}
