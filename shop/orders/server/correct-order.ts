import { and, eq, isNull } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import {
  type AddressChanges,
  correctAddress,
  type DeliveryChange,
  deliveryChangeMessages,
  describeCorrection,
  describeCorrectionRefusal,
  findCorrectionRefusal,
} from "../address-correction.ts";
import type { CompanyInvoice, ShippingAddress } from "../recipient.ts";
import type { changeDelivery } from "../endpoints.ts";
import { orderCorrected } from "../events.ts";
import { findPlaceOfSupply } from "../place-of-supply.ts";
import { publishChange, lockOrder, requireOrder } from "./change-status.ts";
import { createNote } from "./describe-for-operator.ts";
import { findOwnOrder } from "./read-orders.ts";
import { hasInvoice } from "./issue-invoice.ts";
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
    const { orderId, shippingAddress } = order;
    const result = correctAddress(orderId, shippingAddress, changes, await hasInvoice(tx, order));
    if ("refusal" in result) throw new CommandRefused(result.refusal);
    const corrected = describeCorrection(shippingAddress, result.address);
    if (corrected === "") throw new CommandRefused(`${orderId} says that already: nothing to correct.`);
    const changed = await saveCorrection(context, tx, order, {
      shippingAddress: result.address,
      note: `Corrected: ${corrected}`,
      by: "owner",
    });
    return { order: changed, corrected };
  });

/** So often one customer can change where orders go; each change is a mail to the owner. */
const TEN_AN_HOUR: Limit = { burst: 10, perMs: HOUR };

export async function handleChangeDelivery(
  context: Context,
  { principal: { accountId }, params, body }: HandlerInput<typeof changeDelivery>,
) {
  const { allowed, retryAfterMs } = await consumeLimit(
    context.db,
    `orders:delivery:${accountId}`,
    TEN_AN_HOUR,
    context.now(),
  );
  if (!allowed) return refuse("too_many", { retryAfterMs });
  const changed = await context.transact((tx) =>
    changeOwnDelivery(context, tx, accountId, params.orderId, body),
  );
  if (isRefused(changed)) return changed;
  const order = await findOwnOrder(context, accountId, params.orderId);
  return order
    ? { success: true as const, message: deliveryChangeMessages.saved, order }
    : refuse("not_found");
}

/**
 * Changes where a customer's own order goes, while its parcel has not left, and adds the company that its invoice is
 * made out to. Once the invoice is given, company and place of supply stay: its tax depends on them.
 */
async function changeOwnDelivery(
  context: Context,
  tx: Tx,
  accountId: string,
  given: string,
  { companyInvoice, ...typed }: DeliveryChange,
) {
  const order = await lockOrder(tx, given, accountId);
  if (!order) return refuse("not_found");
  const refusal = findCorrectionRefusal(order);
  if (refusal) return refuse(refusal);
  const shippingAddress = { ...order.shippingAddress, ...typed };
  const isOtherPlace =
    findPlaceOfSupply(shippingAddress).code !== findPlaceOfSupply(order.shippingAddress).code;
  const isOtherCompany = companyInvoice !== undefined && !isSameCompany(companyInvoice, order.companyInvoice);
  if ((isOtherPlace || isOtherCompany) && (await hasInvoice(tx, order))) return refuse("invoiced");
  const corrected = [
    describeCorrection(order.shippingAddress, shippingAddress),
    isOtherCompany ? "company" : "",
  ].filter(Boolean);
  if (corrected.length === 0) return null;
  await saveCorrection(context, tx, order, {
    shippingAddress,
    ...(isOtherCompany && { companyInvoice }),
    note: `Changed by its customer: ${corrected.join(", ")}`,
    by: "customer",
  });
  return null;
}

const isSameCompany = (one: CompanyInvoice, other: CompanyInvoice | null): boolean =>
  one.name === other?.name &&
  one.address === other.address &&
  one.taxCode === other.taxCode &&
  one.email === other.email;

interface Correction {
  shippingAddress: ShippingAddress;
  companyInvoice?: CompanyInvoice;
  /** The note kept beside the order; without street and number. */
  note: string;
  by: "owner" | "customer";
}

async function saveCorrection(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { note, by, ...changes }: Correction,
): Promise<OrderRow> {
  const { id, orderId, accountId, shippingAddress, contact, companyInvoice } = order;
  // An invoice of an earlier version took its recipient from the order, which never changed until now.
  await tx
    .update(invoice)
    .set({ recipient: { shippingAddress, contact, companyInvoice } })
    .where(and(eq(invoice.orderId, id), isNull(invoice.recipient)));
  const now = context.now();
  const [changed] = await tx
    .update(orders)
    .set({ ...changes, updatedAt: now })
    .where(eq(orders.id, id))
    .returning();
  if (!changed) throw new Error(`${orderId} vanished.`);
  await tx.insert(orderNote).values(createNote(now, id, note));
  await publishChange(context, tx, changed);
  await context.outbox.publish(tx, orderCorrected, { orderId, accountId, by });
  return changed;
}
