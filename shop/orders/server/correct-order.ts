import { HOUR } from "#contract/time.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import {
  type AddressChanges,
  type CorrectedPart,
  correctAddress,
  type DeliveryChange,
  deliveryChangeMessages,
  describeCorrection,
  describeCorrectionRefusal,
  findCorrectionRefusal,
} from "../address-correction.ts";
import {
  type CompanyInvoice,
  isSameBuyer,
  isSameCompany,
  type ShippingAddress,
} from "#shop/documents/recipient.ts";
import type { changeDelivery } from "../endpoints.ts";
import { orderCorrected } from "../events.ts";
import { findCashRefusal } from "../cash-on-delivery.ts";
import { awaitsCash } from "../status.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { findPlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { addNote, publishChange, publishEvent, updateOrder } from "./change-status.ts";
import { changeOrder, lockOrder } from "./list-orders.ts";
import { issueReplacementChallan } from "./lost-and-replaced.ts";
import { readGoods } from "./order-goods.ts";
import { answerOrder } from "./serialize-order.ts";
import {
  cancelChallan,
  findReissueRefusal,
  readInvoices,
  reissueInvoice,
} from "#shop/documents/server/index.ts";
import { type OrderRow } from "./tables.ts";

/**
 * Corrects an order that is not completely sent, and notifies the customer. Reissues the invoice if the company on it
 * changes, but not for a new delivery address. The delivery challan of a replacement travels with the parcel, so it is
 * reissued for a new address. @throws CommandRefused
 */
export const correctOrder = (
  context: Context,
  typedOrderId: string,
  changes: AddressChanges,
  companyInvoice: CompanyInvoice | null = null,
  confirm: (corrected: CorrectionResult) => void = () => {},
): Promise<CorrectionResult> =>
  changeOrder(context, typedOrderId, confirm, async (tx, order) => {
    const goods = await readGoods(tx, order);
    refuseIf(describeCorrectionRefusal(order, goods.parcels));
    const { orderId, shippingAddress } = order;
    if (companyInvoice && findCorrectionRefusal(order))
      throw new CommandRefused(
        `${orderId} was dispatched, so the company on its invoice can no longer be changed. Correct only the address.`,
      );
    const papers = await readInvoices(tx, order);
    const result = correctAddress(orderId, shippingAddress, changes, papers.length > 0);
    if ("refusal" in result) throw new CommandRefused(result.refusal);
    const isOtherCompany = companyInvoice !== null && !isSameCompany(companyInvoice, order.companyInvoice);
    const isOtherBuyer = companyInvoice !== null && !isSameBuyer(companyInvoice, order.companyInvoice);
    const isNewInvoice = isOtherBuyer && papers.length > 0;
    const wrong = isNewInvoice ? findReissueRefusal(order, papers, context.now()) : null;
    if (wrong) throw new CommandRefused(`${orderId} ${reissueRefusals[wrong]}`);
    const saved = await saveCorrection(context, tx, order, {
      shippingAddress: result.address,
      ...(isOtherCompany && { companyInvoice }),
      by: "owner",
      isNewInvoice,
    });
    if (!saved)
      throw new CommandRefused(`${orderId} already has these details, so there is nothing to correct.`);
    const replacement = goods.parcels.find(({ status }) => status === "Waiting");
    if (!replacement) return saved;
    await cancelChallan(context, tx, replacement.id);
    const { number } = await issueReplacementChallan(
      context,
      tx,
      { ...goods, order: saved.order },
      replacement,
    );
    return { ...saved, challan: number };
  });

interface CorrectionResult {
  order: OrderRow;
  corrected: string;
  parts: CorrectedPart;
  reissued: { cancelled: string; number: string } | null;
  /** The number of the new delivery challan. Only set if a replacement waits to be sent. */
  challan?: string;
}

const reissueRefusals = {
  money_back:
    "is already partly refunded, and its credit note names the invoice. The invoice can no longer be changed.",
  month_over:
    "has an invoice of an earlier month, which may already be in your GST return. It can no longer be changed. Ask your accountant, or cancel the order and ask the customer to place it again.",
} as const;

/** Limits the corrections by one customer, because each change sends the owner an e-mail. */
const DELIVERY_CHANGE_LIMIT: Limit = { burst: 10, perMs: HOUR };

export async function handleChangeDelivery(
  context: Context,
  { principal: { accountId }, params, body }: HandlerInput<typeof changeDelivery>,
) {
  const key = `orders:delivery:${accountId}`;
  const limited = await refuseTooMany(context, [key, DELIVERY_CHANGE_LIMIT]);
  if (limited) return limited;
  const changed = await context.transact((tx) =>
    changeOwnDelivery(context, tx, accountId, params.orderId, body),
  );
  if (isRefused(changed)) return changed;
  return answerOrder(context, accountId, params.orderId, deliveryChangeMessages.saved[changed ?? "none"]);
}

async function changeOwnDelivery(
  context: Context,
  tx: Tx,
  accountId: string,
  typedOrderId: string,
  { companyInvoice, ...changes }: DeliveryChange,
) {
  const order = await lockOrder(tx, typedOrderId, accountId);
  if (!order) return refuse("not_found");
  const refusal = findCorrectionRefusal(order);
  if (refusal) return refuse(refusal);
  const shippingAddress = { ...order.shippingAddress, ...changes };
  const isOtherPlace =
    findPlaceOfSupply(shippingAddress).code !== findPlaceOfSupply(order.shippingAddress).code;
  const isOtherCompany = companyInvoice !== undefined && !isSameCompany(companyInvoice, order.companyInvoice);
  // The form always sends the PIN. Check only a changed PIN, because the owner may have changed the rule
  // `cashOnDelivery` since the order was placed.
  const isOtherPin = changes.zipCode !== order.shippingAddress.zipCode;
  if (awaitsCash(order) && isOtherPin && !takesCashAt(context, changes.zipCode))
    return refuse("no_cash", { message: deliveryChangeMessages.noCash });
  const isOtherBuyer = companyInvoice !== undefined && !isSameBuyer(companyInvoice, order.companyInvoice);
  const papers = await readInvoices(tx, order);
  const isInvoiced = (isOtherPlace || isOtherBuyer) && papers.length > 0;
  if (isInvoiced && (isOtherPlace || findReissueRefusal(order, papers, context.now()) !== null))
    return refuse("invoiced");
  const saved = await saveCorrection(context, tx, order, {
    shippingAddress,
    ...(isOtherCompany && { companyInvoice }),
    by: "customer",
    isNewInvoice: isInvoiced,
  });
  return saved && saved.parts;
}

/**
 * True if the shop accepts cash on delivery at the PIN. Also true if it no longer offers cash on delivery at all,
 * because existing cash orders can still be corrected.
 */
function takesCashAt(context: Context, zipCode: string): boolean {
  const rule = getShopRules(context).cashOnDelivery;
  return !rule || findCashRefusal(rule, { payable: 0, zipCode, isGift: false }) === null;
}

interface Correction {
  shippingAddress: ShippingAddress;
  companyInvoice?: CompanyInvoice;
  by: "owner" | "customer";
  isNewInvoice: boolean;
}

async function saveCorrection(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { by, isNewInvoice, ...changes }: Correction,
): Promise<CorrectionResult | null> {
  const { id } = order;
  const address = describeCorrection(order.shippingAddress, changes.shippingAddress);
  const corrected = [address, changes.companyInvoice ? "company" : ""].filter(Boolean).join(", ");
  if (corrected === "") return null;
  const parts = !changes.companyInvoice ? "address" : address === "" ? "company" : "both";
  const changed = await updateOrder(context, tx, order, changes);
  await addNote(context, tx, id, `${by === "owner" ? "Corrected" : "Changed by the customer"}: ${corrected}`);
  await publishChange(context, tx, changed);
  const reissued = isNewInvoice ? await reissueInvoice(context, tx, changed) : null;
  if (reissued)
    await addNote(
      context,
      tx,
      id,
      `Invoice ${reissued.cancelled} was cancelled, and ${reissued.number} was issued.`,
    );
  await publishEvent(context, tx, order, orderCorrected, {
    by,
    parts,
    ...(reissued && { cancelledInvoice: reissued.cancelled }),
  });
  return { order: changed, corrected, parts, reissued };
}
