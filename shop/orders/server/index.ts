// Public functions. Features around an order (checkout, parcels, invoices, returns) lock, read and write its rows in
// one transaction, so its tables are public too; other features read orders like their customers.
export * from "./tables.ts";
export {
  findOwnOrder,
  findOrderMailData,
  type OrderMailData,
  listOrders,
  serializeNewOrder,
  serializeOrders,
  getPaymentDeadline,
  listOrderLines,
  buildPaymentUrl,
  readPaymentLink,
  buildTrackingHref,
  findTrackedOrder,
  findOrderPlace,
  listOrderTaxes,
  countOrdersByDay,
  hasAnyOrder,
} from "./read-orders.ts";
export { anonymiseOrders, collectPerson, hasOrderUnderWay, isAnonymised } from "./anonymise-orders.ts";
export { getAnswerDeadline, listCancellationRequests, expireOrder } from "./cancellations.ts";
export {
  changeStatus,
  findOrderRevision,
  publishChange,
  toTransitionState,
  createNoSuchOrderError,
  lockOrder,
  requireOrder,
  generateOrderId,
  whereOrder,
  withFreeOrderId,
} from "./change-status.ts";
export {
  askWithMail,
  BY_HAND,
  createNote,
  describeByHand,
  describeMail,
  describeUntold,
  describeParcel,
  describeRefund,
  toPlainOrder,
  formatCustomer,
  listOrderFacts,
  orderId as orderArgument,
  parseByHand,
} from "./describe-for-operator.ts";
export {
  confirmCashOrder,
  describeSettlementRefusal,
  findSettlement,
  getSumToCollect,
  settleCashOrder,
  type Settled,
} from "./cash-orders.ts";
export { findCancelledInvoice, listCancelledInvoices, listInvoices, selectIssued } from "./issue-invoice.ts";
export { cancelChallan, findChallan, issueChallan, listChallans, listChallansOf } from "./issue-challan.ts";
export { type InvoiceKind, invoiceKinds } from "./invoice-number.ts";
export {
  MOST_PHONE_ORDER_HOURS,
  ORDER_PAYMENT_PATH,
  PHONE_ORDER_HOURS,
  TRACKING_DAYS,
  TRACKING_PATH,
} from "./order-links.ts";
export {
  describeDeliveryRefusal,
  describeDispatchRefusal,
  describeRefundedRefusal,
} from "./order-transitions.ts";
export { renderHeading, renderOrderHeading, renderParcel, renderPieces, renderWay } from "./plain-parts.ts";
export {
  findOpenReplacement,
  getUnrefunded,
  listLeftPieces,
  listOrderRefunds,
  listRefundedPieces,
  type Refunded,
  refundLocked,
} from "./refunds.ts";
export {
  type DeliveredParcel,
  deliverOrder,
  describeParcelRow,
  describeParcelState,
  describeNoneSent,
  findParcel,
  insertParcel,
  listParcels,
  moveParcel,
  openParcels,
  type OrderParcels,
  settleParcels,
} from "./order-parcels.ts";
export { describeWrongPieces, describeRefundEffect, parsePieces, readTypedPieces } from "./commands.ts";
export { setStatus } from "./set-status.ts";
export { whereNotRefunded, whereReturn, whereToPack } from "./search-orders.ts";
