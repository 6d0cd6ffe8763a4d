import { asc } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { type Export, formatMoment, readInParts } from "#platform/operator/export-csv.ts";
import { NOT_COLLECTED } from "#shop/payments/server/index.ts";
import { getBuyer, getContactName } from "../recipient.ts";
import { listOrderLines } from "./read-orders.ts";
import { type OrderLineRow, type OrderRow, orders } from "./tables.ts";

const columns = [
  "Order",
  "Placed",
  "Status",
  "Payment",
  "Method",
  "Name",
  "E-mail",
  "Phone",
  "Street",
  "City",
  "State",
  "PIN",
  "Company",
  "GSTIN",
  "Pieces",
  "Subtotal",
  "CGST",
  "SGST",
  "Coupon",
  "Total",
  "Given back",
  "Cancellation",
  "Dispatched",
  "Courier",
  "Number",
  "Delivered",
  // Add new columns at the end, because spreadsheets refer to columns by position.
  "Shipping",
];

export const exportOrders: Export = {
  name: "orders",
  of: "order",
  columns,
  read: ({ db }, period) =>
    readInParts(period, {
      key: orders.id,
      moment: orders.createdAt,
      select: (condition) =>
        db.select().from(orders).where(condition).orderBy(asc(orders.id)).limit(ROWS_AT_ONCE),
      getKey: ({ id }) => id,
      async toRows(rows) {
        const keys = rows.map(({ id }) => id);
        const lines = Map.groupBy(await listOrderLines(db, keys), ({ orderId }) => orderId);
        return rows.map((order) => toRow(order, lines.get(order.id) ?? []));
      },
    }),
};

/** Returns the payment status: "Not collected" for an expired cash order that its customer had confirmed. */
const namePaymentStatus = ({ paymentStatus, cash, cancelledBecause }: OrderRow): string =>
  paymentStatus === "Expired" && cash && cancelledBecause !== "unpaid" ? NOT_COLLECTED : paymentStatus;

const toRow = (order: OrderRow, lines: readonly OrderLineRow[]): (string | number)[] => {
  const { contact, shippingAddress: address, companyInvoice: company, tracking } = order;
  return [
    order.orderId,
    formatMoment(order.createdAt),
    order.status,
    namePaymentStatus(order),
    order.paymentMethod ?? "",
    getContactName(getBuyer(contact)),
    contact.email,
    address.phoneNumber,
    address.street,
    address.city,
    address.state,
    address.zipCode,
    company?.name ?? "",
    company?.taxCode ?? "",
    lines.map(({ quantity, title }) => `${quantity} × ${title}`).join("; "),
    toRupees(order.subtotal),
    toRupees(order.cgst),
    toRupees(order.sgst),
    toRupees(order.coupon),
    toRupees(order.payable),
    toRupees(order.refundAmount ?? 0),
    order.cancellationStatus ?? "",
    formatMoment(order.dispatchedAt),
    tracking?.courier ?? "",
    tracking?.number ?? "",
    formatMoment(order.deliveredAt),
    toRupees(order.shipping),
  ];
};
