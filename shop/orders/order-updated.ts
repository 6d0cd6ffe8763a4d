import type { OrderStatus } from "./status.ts";

/** What an open page of a customer receives over its socket: read the orders again (§4). */
export const ORDER_UPDATED = "orderUpdated";

export interface OrderUpdated {
  /** The readable one. */
  orderId: string;
  status: OrderStatus;
}
