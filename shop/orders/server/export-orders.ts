import { asc } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { type Export, formatMoment, readInParts } from "#platform/operator/export-csv.ts";
import { NOT_COLLECTED } from "#shop/payments/payment.ts";
import { getBuyer, getBuyerPhone, getContactName } from "#shop/documents/recipient.ts";
import { listOrderLines } from "./order-goods.ts";
import { type OrderLineRow, type OrderRow, orders } from "./tables.ts";

const namePaymentStatus = ({ paymentStatus, cash, cancelledBecause }: OrderRow): string =>
  paymentStatus === "Expired" && cash && cancelledBecause !== "unpaid" ? NOT_COLLECTED : paymentStatus;

type GetCell = (order: OrderRow, lines: readonly OrderLineRow[]) => string | number | undefined;

/** The columns of the file. Add new columns at the end, because spreadsheets refer to columns by position. */
const cells: Readonly<Record<string, GetCell>> = {
  Order: ({ orderId }) => orderId,
  Placed: ({ createdAt }) => formatMoment(createdAt),
  Status: ({ status }) => status,
  Payment: namePaymentStatus,
  Method: ({ paymentMethod }) => paymentMethod ?? "",
  Name: ({ contact }) => getContactName(getBuyer(contact)),
  "E-mail": ({ contact }) => contact.email,
  Phone: getBuyerPhone,
  Street: ({ shippingAddress }) => shippingAddress.street,
  City: ({ shippingAddress }) => shippingAddress.city,
  State: ({ shippingAddress }) => shippingAddress.state,
  PIN: ({ shippingAddress }) => shippingAddress.zipCode,
  Company: ({ companyInvoice }) => companyInvoice?.name,
  GSTIN: ({ companyInvoice }) => companyInvoice?.taxCode,
  Pieces: (_order, lines) => lines.map(({ quantity, title }) => `${quantity} × ${title}`).join("; "),
  Subtotal: ({ subtotal }) => toRupees(subtotal),
  CGST: ({ cgst }) => toRupees(cgst),
  SGST: ({ sgst }) => toRupees(sgst),
  Coupon: ({ coupon }) => toRupees(coupon),
  Total: ({ payable }) => toRupees(payable),
  Refunded: ({ refundAmount }) => toRupees(refundAmount ?? 0),
  Cancellation: ({ cancellationStatus }) => cancellationStatus ?? "",
  Dispatched: ({ dispatchedAt }) => formatMoment(dispatchedAt),
  Courier: ({ tracking }) => tracking?.courier,
  Number: ({ tracking }) => tracking?.number,
  Delivered: ({ deliveredAt }) => formatMoment(deliveredAt),
  Shipping: ({ shipping }) => toRupees(shipping),
  Recipient: ({ contact }) => contact.buyer && getContactName(contact),
  "Recipient's phone": ({ contact, shippingAddress }) => contact.buyer && shippingAddress.phoneNumber,
};

export const exportOrders: Export = {
  name: "orders",
  of: "order",
  columns: Object.keys(cells),
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
        return rows.map((order) =>
          Object.values(cells).map((getCell) => getCell(order, lines.get(order.id) ?? []) ?? ""),
        );
      },
    }),
};
