import { lockAccount, type LockedAccount } from "#shop/accounts/server/index.ts";
import { findAddress } from "#shop/addresses/server/index.ts";
import { getOrderPrefix } from "#shop/brand/server/index.ts";
import { removeOrderedLines } from "#shop/cart/server/index.ts";
import { findShortages, lockStates, readStates } from "#shop/inventory/server/index.ts";
import type { Principal } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { findDatabaseError, sendTogether, type Tx, type Db } from "#platform/database/database.ts";
import { isRefused, refuse, rollBackIf } from "#platform/http/refuse.ts";
import { findRateChange } from "#shop/pricing/server/index.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { NewOrder } from "../new-order.ts";
import {
  type OrderRow,
  selectEarlierOrders,
  addOrder,
  listOrders,
  planHolds,
} from "#shop/orders/server/index.ts";

import { buildOrderRules, priceOrder, type OrderedLine } from "./price-order.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import { findParties, type ShippingAddress } from "#shop/documents/recipient.ts";
import { MINUTE } from "#contract/time.ts";
import { getPaymentDeadline } from "#shop/orders/holds.ts";
import { consumeLimit, type Limit, type LimitAnswer } from "#platform/limits/rate-limit.ts";
import { CASH_METHOD } from "#shop/orders/status.ts";
import { describeCashRefusal, findCashRefusal } from "#shop/orders/cash-on-delivery.ts";
import { checkoutMessages } from "../checkout.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { findNotBeforeError } from "#shop/policies/delivery-dates.ts";
import { createHash } from "node:crypto";
import type { Paise } from "#contract/money.ts";
import { isTooMuchOnline, onlineLimits } from "#shop/payments/payment.ts";
import { generateReadableId, generateUuid } from "#platform/ids.ts";

interface Placing {
  orderId: string;
  accountId: string;
  payload: NewOrder;
  idempotency: OrderIdempotency | null;
  lines: readonly OrderedLine[];
  rates: TaxRates;
  ip: string;
}

/**
 * Places an order, at most once for each idempotency key. One transaction reserves the pieces, removes them from the
 * cart and opens the payment. A refusal changes nothing (security §5, D3, D60).
 */
export async function placeNewOrder(
  context: Context,
  { accountId }: Principal,
  payload: NewOrder,
  { key, ip }: { key: string | undefined; ip: string },
) {
  if (payload.userId !== undefined && payload.userId !== accountId) return refuse("not_found");
  const idempotency = createIdempotency(key, payload);
  if (isRefused(idempotency)) return idempotency;
  const priced = await priceOrder(context, payload);
  // If an earlier request with this key placed the order, later changes of products or prices do not matter.
  if (isRefused(priced)) return (await findReplay(context.db, accountId, idempotency)) ?? priced;
  const placing = { accountId, payload, idempotency, ...priced, ip };
  return withFreeOrderId(context, (orderId) =>
    rollBackIf(
      context.transact,
      (tx) => placeInTransaction(context, tx, { ...placing, orderId }),
      (result) => isRefused(result) || result.replayed,
    ),
  );
}

const TRIES = 5;

/**
 * If an order violates one of these constraints, `withFreeOrderId` tries again with another order number. `orders_key`
 * (the idempotency key) can be violated during an upgrade, if a server of the previous version inserts the same order.
 */
const RETRIED_CONSTRAINTS = new Set(["orders_order_id_key", "orders_key"]);

/** Calls `place` with a random `orderId`. If the number is taken, tries other numbers, up to 5 in total. */
export async function withFreeOrderId<T>(
  context: Context,
  place: (orderId: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await place(generateReadableId(getOrderPrefix(context)));
    } catch (error) {
      if (attempt === TRIES || !RETRIED_CONSTRAINTS.has(findDatabaseError(error)?.constraint ?? ""))
        throw error;
    }
  }
}

async function placeInTransaction(context: Context, tx: Tx, placing: Placing) {
  const { accountId, payload, idempotency, lines } = placing;
  const [orderCount, account, earlier, saved, stock] = await sendTogether([
    countOrder(context, tx, accountId),
    lockAccount(tx, accountId),
    selectEarlierOrders(tx, accountId, idempotency?.idempotencyKey ?? null),
    payload.selectedAddressId ? findAddress(tx, accountId, payload.selectedAddressId) : null,
    readStates(tx, lines),
  ]);
  if (!account) return refuse("not_found");
  const { sameKeyId = null, unpaid = 0 } = earlier[0] ?? {};
  const replay = sameKeyId && (await findReplay(tx, accountId, idempotency));
  if (replay) return replay;
  const destination = resolveDestination(account, saved, payload);
  if (isRefused(destination)) return destination;
  const wrongDay = payload.notBefore && findNotBeforeError(payload.notBefore, context.now());
  if (wrongDay)
    return refuse("wrong_day", { message: wrongDay, fields: [{ path: "notBefore", message: wrongDay }] });
  const draft = createOrder(context.now(), { ...placing, destination });
  const isFree = draft.payable === 0;
  if (!draft.cash && isTooMuchOnline(draft.payable)) return refuse("too_much");
  const noCash = refuseCash(context, draft);
  if (noCash) return noCash;
  if (!orderCount.allowed) return refuse("too_many", { retryAfterMs: orderCount.retryAfterMs });
  const { mostUnpaidOrders } = getShopRules(context);
  if (unpaid + (isFree ? 0 : 1) > mostUnpaidOrders)
    return refuse("too_many_unpaid", { message: checkoutMessages.tooManyUnpaid(mostUnpaidOrders) });
  const states = await lockStates(tx, stock, { isSold: isFree });
  const shortages = findShortages(states, lines);
  if (shortages.length > 0) return refuse("shortage", { details: shortages });
  const plan = isFree
    ? { holds: [], payUntil: null }
    : await planHolds(context, tx, draft, { account, lines, states, ip: placing.ip });
  if (isRefused(plan)) return plan;
  const payDeadline = plan.payUntil ?? (draft.cash ? getPaymentDeadline(context, draft) : null);
  const payUntil = isFree ? null : endBeforeRateChange(context, lines, { ...draft, payUntil: payDeadline });
  const order = { ...draft, payUntil, promised: buildOrderRules(context, draft, lines, states) };
  await sendTogether([
    addOrder(context, tx, { order, lines, states, holds: plan.holds }),
    removeOrderedLines(tx, accountId, lines),
  ]);
  return { order, lines, account, isFree, replayed: false as const };
}

/**
 * Returns the next change of a tax rate if it is before the payment deadline, else `payUntil`, which may be null. A
 * payment after the change would be taxed at the new rate (section 14 of the CGST Act).
 */
export function endBeforeRateChange(
  context: Context,
  lines: readonly OrderedLine[],
  order: Pick<OrderRow, "createdAt" | "payUntil" | "cash">,
): Date | null {
  const change = findRateChange(
    context,
    lines.map(({ productId, hsn }) => ({ id: productId, hsn })),
  );
  return change && change < getPaymentDeadline(context, order) ? change : order.payUntil;
}

export function refuseCash(context: Context, { cash, payable, shippingAddress, gift }: OrderRow) {
  if (!cash) return null;
  const rule = getShopRules(context).cashOnDelivery;
  const cashInput = { payable, zipCode: shippingAddress.zipCode, isGift: gift !== null };
  const refusal = findCashRefusal(rule, cashInput);
  return refusal && refuse("no_cash", { message: describeCashRefusal(refusal, rule) });
}

/**
 * Returns the address and the contact of an order. An address typed at the checkout replaces the saved one. A missing
 * phone number is taken from the saved address, or from the profile unless somebody else receives the parcel. Without a
 * contact, name and e-mail address are taken from the profile (D61, D63, D120).
 */
function resolveDestination(
  customer: LockedAccount,
  saved: Address | null,
  { selectedAddressId, shippingAddress, contact }: NewOrder,
) {
  if (selectedAddressId && !saved) return refuse("not_found");
  const address = shippingAddress ?? saved;
  if (!address) return refuse("incomplete");
  const recipient = shippingAddress ? shippingAddress.recipient : saved?.recipient;
  // The courier calls the recipient, so do not use the number of the customer for another recipient (D120).
  const phoneNumber =
    shippingAddress?.phoneNumber || saved?.phoneNumber || (recipient ? "" : customer.phoneNumber) || "";
  if (phoneNumber === "") return refuseField("shippingAddress.phoneNumber", "Phone Number is required");
  const { street, city, state, zipCode, country } = address;
  const { firstName, lastName, email } = contact ?? customer;
  if (firstName === "") return refuseField("contact.firstName", "First Name is required");
  return {
    shippingAddress: { street, city, state, zipCode, country, phoneNumber } satisfies ShippingAddress,
    contact: findParties(
      { firstName, lastName, email, phoneNumber: contact?.phoneNumber },
      recipient,
      customer,
    ),
  };
}

const refuseField = (path: string, message: string) => refuse("incomplete", { fields: [{ path, message }] });

const ORDER_LIMIT: Limit = { burst: 10, perMs: 10 * MINUTE };

/** Call this first, so that concurrent orders of an account wait for each other. */
const countOrder = (context: Context, tx: Tx, accountId: string): Promise<LimitAnswer> =>
  consumeLimit(tx, `orders:account:${accountId}`, ORDER_LIMIT, context.now());

/** A request with the same key but another payload is refused. */
interface OrderIdempotency {
  idempotencyKey: string;
  payloadHash: string;
}

const KEY = /^[\x21-\x7e]{16,255}$/;

/** Returns null if the request has no key: each such request places a new order (D89). */
function createIdempotency(key: string | undefined, payload: NewOrder) {
  if (key === undefined) return null;
  if (!KEY.test(key)) return refuse("bad_key");
  // The parsed payload always has its fields in the same order, so equal orders have equal hashes.
  const payloadHash = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
  return { idempotencyKey: key, payloadHash };
}

/**
 * Returns the order of an earlier request with this key; null for a new key. Refuses if that order is cancelled or
 * expired, or if the request differs. Both refusals contain the order number (D102).
 */
async function findReplay(db: Db | Tx, accountId: string, idempotency: OrderIdempotency | null) {
  if (!idempotency) return null;
  const [order] = await listOrders(db, { accountId, idempotencyKey: idempotency.idempotencyKey });
  if (!order) return null;
  const details = { orderId: order.orderId };
  if (order.status === "Cancelled") return refuse("order_cancelled", { details });
  return order.payloadHash === idempotency.payloadHash
    ? { order, replayed: true as const }
    : refuse("key_reused", { details });
}

/** If the total is below the minimum of online payments, increases the coupon so that the order costs ₹0. */
export const waiveSmallTotal = <Totals extends { payable: Paise; coupon: Paise }>(totals: Totals): Totals =>
  totals.payable < onlineLimits.least
    ? { ...totals, coupon: totals.coupon + totals.payable, payable: 0 }
    : totals;

interface Draft extends Omit<Placing, "ip"> {
  destination: Pick<OrderRow, "shippingAddress" | "contact">;
}

/** Builds the row of a new order, without storing it. An order of ₹0 counts as paid (D5). */
export function createOrder(
  now: Date,
  { orderId, accountId, idempotency, payload, lines, rates, destination }: Draft,
): OrderRow {
  const full = calculateTotals(lines, rates);
  const totals = payload.payInCash === true ? full : waiveSmallTotal(full);
  const isFree = totals.payable === 0;
  const cash = !isFree && payload.payInCash === true;
  return {
    ...unsetFields,
    id: generateUuid(now.getTime()),
    orderId,
    accountId,
    idempotencyKey: idempotency?.idempotencyKey ?? null,
    payloadHash: idempotency?.payloadHash ?? null,
    status: "Pending",
    paymentStatus: isFree ? "Completed" : "Pending",
    paymentMethod: cash ? CASH_METHOD : payload.paymentMethod || null,
    cgstRate: rates.cgst,
    sgstRate: rates.sgst,
    ...totals,
    ...destination,
    companyInvoice: payload.companyInvoice ?? null,
    notes: payload.notes || null,
    gift: payload.gift ?? null,
    promised: payload.notBefore ? { notBefore: payload.notBefore } : null,
    cash,
    createdAt: now,
    updatedAt: now,
  };
}

const unsetFields = {
  tracking: null,
  cancellationStatus: null,
  cancellationReasons: null,
  cancellationComments: null,
  cancellationRequestedAt: null,
  cancelledBecause: null,
  cancelledAt: null,
  refundAmount: null,
  cancellationWords: null,
  cancellationDecidedAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  returnRequest: null,
  laterReturns: [],
  statusBefore: null,
  paymentStatusBefore: null,
  payUntil: null,
  byPhone: false,
  partlySent: false,
  lostAt: null,
} satisfies Partial<OrderRow>;
