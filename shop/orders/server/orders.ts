// The door: nobody calls orders; they listen to payments and tell what happened (`#shop/orders/events.ts`).
export { findOwnOrder, ordersOf } from "./find-orders.ts";
export { anonymiseOrders, hasOrderUnderWay } from "./anonymise-orders.ts";
