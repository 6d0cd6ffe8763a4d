import type { HandlerInput } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { confirmPaymentReturn } from "../endpoints.ts";
import { isOpen, type PaymentEnd } from "../payment.ts";
import { queryProvider } from "./ask-provider.ts";
import { findPayment } from "./open-payment.ts";
import { getHoldingProvider } from "./open-payments.ts";
import { ProviderUnavailable } from "./provider.ts";
import type { PaymentRow } from "./tables.ts";

/** What the window said is never believed, proved or not: the provider is asked. */
export async function handleReturn(
  context: Context,
  { principal, body }: HandlerInput<typeof confirmPaymentReturn>,
) {
  const row = await findPayment(context.db, body.orderId);
  if (!row || row.accountId !== principal.accountId) return refuse("not_found");
  try {
    const { sessionId } = row;
    if (body.proof && !(sessionId && getHoldingProvider(context, row).provesReturn(sessionId, body.proof))) {
      context.log.warn({ orderId: row.orderId }, "a payment was confirmed with a proof that is none");
      return refuse("unproved");
    }
    return { success: true as const, ...(await learnPaymentEnd(context, row)) };
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId: row.orderId }, "the provider could not be asked after a payment");
    return refuse("unavailable", { retryAfterMs: 5_000 });
  }
}

/** How a payment stands once its provider was asked. @throws ProviderUnavailable */
async function learnPaymentEnd(context: Context, row: PaymentRow) {
  const outcome = isOpen(row.status) ? await queryProvider(context, row) : null;
  const now = await findPayment(context.db, row.orderId);
  return {
    paymentStatus: now?.status ?? row.status,
    ...(outcome === "processing" && { underWay: true as const }),
  };
}

/** The same for a page of the shop: `unknown` while the provider does not answer; null for an order without a payment. */
export async function findPaymentEnd(context: Context, orderId: string): Promise<PaymentEnd | null> {
  const row = await findPayment(context.db, orderId);
  if (!row) return null;
  try {
    const { paymentStatus, underWay } = await learnPaymentEnd(context, row);
    return underWay ? "under-way" : paymentStatus;
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    return "unknown";
  }
}
