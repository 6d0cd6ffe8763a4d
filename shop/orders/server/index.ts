// The public API. Orders subscribe to payments and publish what happened (`#shop/orders/events.ts`).
export { findOwnOrder, findOrderMailData, listOrders } from "./find-orders.ts";
export { anonymiseOrders, hasOrderUnderWay } from "./anonymise-orders.ts";
export { buildDispatchHref } from "./dispatch-link.ts";
export { createNoSuchOrderError } from "./lock-order.ts";
export { findOrdersToday, type OrdersToday } from "./orders-today.ts";
export { drawPaperForMail } from "./papers/paper-for-mail.ts";
export { auditInvoices } from "./audit-invoices.ts";
