import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { generateUuid } from "#platform/ids.ts";
import type { Contact, ShippingAddress } from "../checkout-fields.ts";
import type { NewOrder } from "../new-order.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { type OrderIdempotency, findByIdempotencyKey } from "./idempotency.ts";
import { generateOrderId } from "./order-id.ts";
import type { OrderedLine } from "./priced-lines.ts";
import { orderLine, type OrderRow, orders } from "./tables.ts";

interface Draft {
  accountId: string;
  idempotency: OrderIdempotency | null;
  payload: NewOrder;
  lines: OrderedLine[];
  rates: TaxRates;
  destination: { shippingAddress: ShippingAddress; contact: Contact };
}

const TRIES = 5;

/**
 * Writes the order with its lines, or finds the one that has its key already. A twin that is being placed at this
 * moment is waited for. Readable ids are random: one that is taken is drawn again.
 */
export async function insertOrder(
  context: Context,
  tx: Tx,
  draft: Draft,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const row = toRow(context.now(), draft);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [order] = await tx
      .insert(orders)
      .values({ ...row, orderId: generateOrderId() })
      .onConflictDoNothing()
      .returning();
    if (order) {
      await tx
        .insert(orderLine)
        .values(draft.lines.map((line, index) => ({ ...line, orderId: order.id, line: index + 1 })));
      return { order, isNew: true };
    }
    const twin = draft.idempotency && (await findByIdempotencyKey(tx, draft.accountId, draft.idempotency));
    if (twin) return { order: twin, isNew: false };
  }
  throw new Error("No free order id could be drawn.");
}

function toRow(now: Date, { accountId, idempotency, payload, lines, rates, destination }: Draft) {
  const totals = calculateTotals(lines, rates);
  const isFree = totals.payable === 0;
  return {
    id: generateUuid(now.getTime()),
    accountId,
    ...idempotency,
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
  } satisfies Omit<typeof orders.$inferInsert, "orderId">;
}
