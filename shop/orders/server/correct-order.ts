import { and, eq, isNull } from "drizzle-orm";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import {
  type AddressChanges,
  correctAddress,
  describeCorrection,
  describeCorrectionRefusal,
} from "../address-correction.ts";
import { orderCorrected } from "../events.ts";
import { publishChange } from "./change-status.ts";
import { createNote } from "./create-note.ts";
import { hasInvoice } from "./issue-invoice.ts";
import { requireOrder } from "./lock-order.ts";
import { invoice, orderNote, type OrderRow, orders } from "./tables.ts";

/**
 * Corrects where an order goes, while its parcel has not left; its customer is told by mail and on the open page. An
 * invoice that was given stays what it was on its day. Returns also what was corrected. @throws CommandRefused
 */
export const correctOrder = (
  context: Context,
  given: string,
  changes: AddressChanges,
): Promise<{ order: OrderRow; corrected: string }> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = describeCorrectionRefusal(order);
    if (refusal) throw new CommandRefused(refusal);
    const { orderId, accountId, shippingAddress, contact, companyInvoice } = order;
    const result = correctAddress(orderId, shippingAddress, changes, await hasInvoice(tx, order));
    if ("refusal" in result) throw new CommandRefused(result.refusal);
    const corrected = describeCorrection(shippingAddress, result.address);
    if (corrected === "") throw new CommandRefused(`${orderId} says that already: nothing to correct.`);
    // An invoice of an earlier version took its recipient from the order, which never changed until now.
    await tx
      .update(invoice)
      .set({ recipient: { shippingAddress, contact, companyInvoice } })
      .where(and(eq(invoice.orderId, order.id), isNull(invoice.recipient)));
    const now = context.now();
    const [changed] = await tx
      .update(orders)
      .set({ shippingAddress: result.address, updatedAt: now })
      .where(eq(orders.id, order.id))
      .returning();
    if (!changed) throw new Error(`${orderId} vanished.`);
    await tx.insert(orderNote).values(createNote(now, order.id, `Corrected: ${corrected}`));
    await publishChange(context, tx, changed);
    await context.outbox.publish(tx, orderCorrected, { orderId, accountId });
    return { order: changed, corrected };
  });
