export type { InvoiceRow, OrderRow } from "./tables.ts";
export { addOrder, selectEarlierOrders } from "./add-order.ts";
export { anonymiseOrders, findDeletionRefusal } from "./anonymise-orders.ts";
export { listSold } from "./list-sold.ts";
export { listSeriesErrors } from "./issue-invoice.ts";
export { addNoteOnce, findOrderRevision, saveReturn } from "./change-status.ts";
export { describeOrder } from "./list-and-show.ts";
export { planHolds } from "./hold-goods.ts";
export { changeOrder, findOrder, getOrder, listOrders } from "./list-orders.ts";
export { assertReturnRefundable, readOrderState } from "./order-state.ts";
export { listGoods, lockGoods, type OrderGoods } from "./order-goods.ts";
export { deliverOrder, handOverOrder } from "./order-parcels.ts";
export {
  answerOrder,
  countOrdersByDay,
  findOrderMailData,
  listOwnOrders,
  readOrder,
  serializeNewOrder,
} from "./read-orders.ts";
export { findPaper, listPapers, readPapers, selectIssued } from "./read-papers.ts";
export { refundReturned } from "./refunds.ts";
export { shipParcel } from "./ship-parcel.ts";
