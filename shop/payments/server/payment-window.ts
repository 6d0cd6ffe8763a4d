import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuse, isRefused } from "#platform/http/refuse.ts";
import type { HandlerInput, Principal } from "#platform/http/route.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { MINUTE } from "#contract/time.ts";
import type { openPaymentWindow, confirmPaymentReturn } from "../endpoints.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { isFilledIn } from "#shop/seller/seller.ts";
import {
  CURRENCY,
  describeRefusal,
  wasPaid,
  isOpen,
  isTooMuchOnline,
  onlineLimits,
  type PaymentEnd,
  paymentMessages,
  TOO_MUCH,
} from "../payment.ts";
import { recordProviderRefusal, settleAccountRefusal } from "./findings.ts";
import { queryProvider } from "./update-payment.ts";
import { findPayment } from "./payments.ts";
import { ProviderRefused, ProviderUnavailable } from "./provider.ts";
import { getProvider, getProviderOfPayment, hasSession, type StartedPayment } from "./providers.ts";
import { payment, type PaymentRow } from "./tables.ts";

export async function handlePaymentWindow(
  context: Context,
  { principal, body }: HandlerInput<typeof openPaymentWindow>,
) {
  const payment = await findOwnPayment(context, principal, body.orderId);
  return isRefused(payment) ? payment : describePaymentWindow(context, payment, body.again);
}

/** Limits the opening and checking of payments. One customer could otherwise use up the provider's limit. */
const PROVIDER_QUERIES_LIMIT: Limit = { burst: 120, perMs: 5 * MINUTE };

async function findOwnPayment(context: Context, { accountId }: Principal, orderId: string) {
  const payment = await findPayment(context.db, orderId);
  if (payment?.accountId !== accountId) return refuse("not_found");
  const limited = await refuseTooMany(context, [`payments:account:${accountId}`, PROVIDER_QUERIES_LIMIT]);
  return limited ?? payment;
}

/**
 * Returns the data with which the browser opens the payment window, or a refusal. The caller must check that the
 * visitor may pay this order. `isRetry` ignores an attempt to pay whose result is unknown.
 */
export async function describePaymentWindow(context: Context, payment: PaymentRow, isRetry = false) {
  const refused = findOpenRefusal(context, payment);
  if (refused) return refused;
  try {
    const row = await requestAgain(context, payment, isRetry);
    if (isRefused(row)) return row;
    const withSession = hasSession(context, row) ? row : await openProviderSession(context, row);
    if (withSession === null) return refuse("not_payable");
    const { sessionId, sessionAddress: address } = withSession;
    return {
      success: true as const,
      amountPaise: row.amount,
      currency: CURRENCY,
      description: describePayment(row),
      expiresAt: row.expiresAt.toISOString(),
      ...getProviderOfPayment(context, withSession).describeWindow({ sessionId, address }),
    };
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId: payment.orderId }, "the payment window could not be opened");
    if (cause instanceof ProviderRefused) {
      await recordProviderRefusal(context, payment, cause);
      return refuse("refused", { message: describePaymentRefusal(context, payment) });
    }
    return refuse("unavailable", { retryAfterMs: 5_000 });
  }
}

function findOpenRefusal(context: Context, { status, amount, expiresAt, suspendedAt, inCash }: PaymentRow) {
  if (wasPaid(status)) return refuse("paid");
  if (inCash) return refuse("not_payable", { message: paymentMessages.inCash });
  if (!isOpen(status) || expiresAt <= context.now()) return refuse("not_payable");
  if (isTooMuchOnline(amount)) return refuse("refused", { message: TOO_MUCH });
  if (amount < onlineLimits.least)
    return refuse("refused", { message: describePaymentRefusal(context, { sessionId: null, expiresAt }) });
  return suspendedAt ? refuse("suspended") : null;
}

function describePaymentRefusal(
  context: Context,
  { sessionId, expiresAt }: Pick<PaymentRow, "sessionId" | "expiresAt">,
): string {
  const seller = findSeller(context);
  const contact = seller && isFilledIn(seller.email) && isFilledIn(seller.phone) ? seller : null;
  return describeRefusal({ wasOpened: sessionId !== null, reservedUntil: expiresAt, contact });
}

/** Queries an existing session, so that nobody pays twice. Returns the current payment or a refusal. */
async function requestAgain(context: Context, row: PaymentRow, isRetry: boolean) {
  if (!hasSession(context, row)) return row;
  const result = await queryProvider(context, row);
  if (result === "processing" && !isRetry) return refuse("under_way");
  const current = (await findPayment(context.db, row.orderId)) ?? row;
  return findOpenRefusal(context, current) ?? current;
}

const describePayment = ({ orderId }: PaymentRow): string => `Order ${orderId}`;

/**
 * Creates a session at the provider; null if the payment is no longer open. Call it outside a transaction. Concurrent
 * calls get the same session. @throws ProviderUnavailable
 */
async function openProviderSession(context: Context, row: PaymentRow): Promise<StartedPayment | null> {
  const provider = getProvider(context);
  const { amount: amountPaise, currency, expiresAt } = row;
  const session = await provider.createSession({
    reference: row.id,
    amountPaise,
    currency,
    description: describePayment(row),
    expiresAt,
  });
  await settleAccountRefusal(context);
  const previous = row.sessionId === null ? undefined : eq(payment.sessionId, row.sessionId);
  const [saved] = await context.db
    .update(payment)
    .set({
      provider: provider.name,
      sessionId: session.sessionId,
      sessionAddress: session.address,
      updatedAt: context.now(),
    })
    .where(
      and(
        eq(payment.id, row.id),
        or(isNull(payment.sessionId), previous),
        inArray(payment.status, ["Pending", "Failed"]),
      ),
    )
    .returning();
  if (saved) return { ...saved, sessionId: session.sessionId };
  const current = await findPayment(context.db, row.orderId);
  if (current && isOpen(current.status) && hasSession(context, current)) return current;
  await provider.closeSession({ sessionId: session.sessionId, amountPaise, currency });
  return null;
}

/** Confirms a payment to the browser. Queries the provider, because the result from the browser cannot be trusted. */
export async function handleReturn(
  context: Context,
  { principal, body }: HandlerInput<typeof confirmPaymentReturn>,
) {
  const row = await findOwnPayment(context, principal, body.orderId);
  if (isRefused(row)) return row;
  try {
    const { sessionId } = row;
    if (
      body.proof &&
      !(sessionId && getProviderOfPayment(context, row).provesReturn(sessionId, body.proof))
    ) {
      context.log.warn({ orderId: row.orderId }, "a payment was confirmed with an invalid signature");
      return refuse("unproved");
    }
    return { success: true as const, ...(await findPaymentResult(context, row)) };
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId: row.orderId },
      "the provider did not respond to a query after a payment",
    );
    return refuse("unavailable", { retryAfterMs: 5_000 });
  }
}

async function findPaymentResult(context: Context, row: PaymentRow) {
  const result = isOpen(row.status) ? await queryProvider(context, row) : null;
  const current = await findPayment(context.db, row.orderId);
  return {
    paymentStatus: current?.status ?? row.status,
    ...(result === "processing" && { underWay: true as const }),
  };
}

/** Returns the result of a payment: `unknown` if the provider does not respond, null for an order without payment. */
export async function findPaymentEnd(context: Context, orderId: string): Promise<PaymentEnd | null> {
  const row = await findPayment(context.db, orderId);
  if (!row) return null;
  try {
    const { paymentStatus, underWay } = await findPaymentResult(context, row);
    return underWay ? "under-way" : paymentStatus;
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    return "unknown";
  }
}
