export type { CancelledInvoiceRow, ChallanRow, InvoiceRow, OrderLineRow, OrderRow } from "./tables.ts";
export { addOrder, selectEarlierOrders, withFreeOrderId } from "./add-order.ts";
export { anonymiseOrders, findDeletionRefusal } from "./anonymise-orders.ts";
export { countSold } from "./best-sellers.ts";
export { listCancellationRequests } from "./cancellations.ts";
export { listSeriesErrors } from "./check-series.ts";
export { confirmCashOrder } from "./cash-orders.ts";
export { findOrderRevision, saveReturn } from "./change-status.ts";
export { requireMailConfirmation, listOrderFacts } from "./describe-for-operator.ts";
export { planHolds } from "./hold-goods.ts";
export { listChallans, listChallansOf } from "./issue-challan.ts";
export { listInvoices } from "./issue-invoice.ts";
export { changeOrder, findOrder, getOrder, listOrders } from "./list-orders.ts";
export { assertRefundable, findOrderRefusals, type OrderState, readOrderState } from "./order-state.ts";
export { deliverOrder, handOverOrder, listParcels, type PackedOrder } from "./order-parcels.ts";
export {
  answerOrder,
  buildPaymentUrl,
  buildTrackingHref,
  countOrdersByDay,
  findOrderMailData,
  findOrderPlace,
  findOwnOrder,
  getCancelledAt,
  listOrderLines,
  listOwnOrders,
  type OrderMailData,
  readOrder,
  serializeNewOrder,
} from "./read-orders.ts";
export { findPaper, listCancelledInvoices, listSales, selectIssued } from "./read-papers.ts";
export { lockGoods, refundReturned } from "./refunds.ts";
export { shipParcel } from "./ship-parcel.ts";
