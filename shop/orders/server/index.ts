export type { OrderRow } from "./tables.ts";
export { addOrder, selectEarlierOrders } from "./add-order.ts";
export { anonymiseOrders, findDeletionRefusal } from "./anonymise-orders.ts";
export { addNoteOnce, findOrderRevision, saveReturn } from "./change-status.ts";
export { planHolds } from "./hold-goods.ts";
export { describeOrder } from "./list-and-show-commands.ts";
export { changeOrder, getOrder, listOrders } from "./list-orders.ts";
export { listGoods, lockGoods, type OrderGoods } from "./order-goods.ts";
export { deliverOrder, handOverOrder } from "./order-parcels.ts";
export { readOrderState } from "./order-state.ts";
export { refundReturned } from "./refunds.ts";
export { countOrdersByDay, listSold, listSoldOrders } from "./sales.ts";
export {
  answerOrder,
  findOrderMailData,
  listOwnOrders,
  readOrder,
  serializeNewOrder,
} from "./serialize-order.ts";
export { shipParcel } from "./ship-parcel.ts";
