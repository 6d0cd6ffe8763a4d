import { defineInsert } from "#platform/database/statement.ts";
import { sendTogether, type Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { Contact, ShippingAddress } from "#shop/orders/recipient.ts";
import type { NewOrder } from "../new-order.ts";
import type { OrderIdempotency } from "./idempotency.ts";
import { generateOrderId, orderLine, type OrderRow, orders } from "#shop/orders/server/index.ts";
import type { OrderedLine } from "./priced-lines.ts";

interface Draft {
  accountId: string;
  idempotency: OrderIdempotency | null;
  payload: NewOrder;
  lines: readonly OrderedLine[];
  rates: TaxRates;
  destination: { shippingAddress: ShippingAddress; contact: Contact };
}

const insertOrders = defineInsert(orders);
const insertLines = defineInsert(orderLine);

/** Writes an order with its lines. @throws a unique violation when its `orderId`, which is random, is taken already. */
export const insertOrder = (tx: Tx, order: OrderRow, lines: readonly OrderedLine[]) =>
  sendTogether([
    insertOrders(tx, [order]),
    insertLines(
      tx,
      lines.map((line, index) => ({ ...line, orderId: order.id, line: index + 1 })),
    ),
  ]);

/** A new order as it will be stored; the one of ₹0 is paid by nature (D5). */
export function createOrder(
  now: Date,
  { accountId, idempotency, payload, lines, rates, destination }: Draft,
): OrderRow {
  const totals = calculateTotals(lines, rates);
  const isFree = totals.payable === 0;
  return {
    ...notYet,
    id: generateUuid(now.getTime()),
    orderId: generateOrderId(),
    accountId,
    idempotencyKey: idempotency?.idempotencyKey ?? null,
    payloadHash: idempotency?.payloadHash ?? null,
    status: "Pending",
    paymentStatus: isFree ? "Completed" : "Pending",
    paymentMethod: payload.paymentMethod || null,
    cgstRate: rates.cgst,
    sgstRate: rates.sgst,
    ...totals,
    ...destination,
    companyInvoice: payload.companyInvoice ?? null,
    notes: payload.notes || null,
    createdAt: now,
    updatedAt: now,
  };
}

/** What becomes true of an order later. */
const notYet = {
  tracking: null,
  cancellationStatus: null,
  cancellationReasons: null,
  cancellationComments: null,
  cancellationRequestedAt: null,
  cancelledBecause: null,
  refundAmount: null,
  cancellationWords: null,
  cancellationDecidedAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  returnRequest: null,
  statusBefore: null,
  paymentStatusBefore: null,
  payUntil: null,
  byPhone: false,
} satisfies Partial<OrderRow>;
