// The public API. The features around an order (checkout, parcels, invoices, returns) lock, read and write its rows
// in one transaction, so its tables are public as well; everyone else reads orders as their customers do.
export * from "./tables.ts";
export { findOwnOrder, findOrderMailData, listOrders } from "./find-orders.ts";
export { anonymiseOrders, hasOrderUnderWay, isAnonymised } from "./anonymise-orders.ts";
export { getAnswerDeadline, listCancellationRequests } from "./cancellation-requests.ts";
export { changeStatus, publishChange, toTransitionState } from "./change-status.ts";
export { describeParcel, describeRefund, toPlainOrder } from "./describe-for-operator.ts";
export { describeNewOrder, describeOrders, getPaymentDeadline, listOrderLines } from "./describe-orders.ts";
export { expireOrder } from "./expire-order.ts";
export { listInvoices } from "./issue-invoice.ts";
export { formatCustomer, listOrderFacts } from "./list-order-facts.ts";
export { createNoSuchOrderError, lockOrder, requireOrder } from "./lock-order.ts";
export { orderId as orderArgument } from "./order-argument.ts";
export { generateOrderId, whereOrder, withFreeOrderId } from "./order-id.ts";
export { buildPaymentUrl, readPaymentLink } from "./payment-link.ts";
export { renderHeading, renderOrderHeading, renderParcel, renderPieces, renderWay } from "./plain-parts.ts";
export { listOrderRefunds, type Refunded, refundLocked } from "./refund-order.ts";
export { deliverOrder } from "./set-status.ts";
export { getUnrefunded } from "./start-refund.ts";
export { buildTrackingHref, findTrackedOrder } from "./tracking-link.ts";
export { describeWrongPieces, readTypedPieces } from "./typed-pieces.ts";
