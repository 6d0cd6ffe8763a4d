import type { HandlerInput } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import type { confirmPaymentReturn } from "../endpoints.ts";
import { isOpen } from "../payment.ts";
import { queryProvider } from "./ask-provider.ts";
import { findPayment } from "./open-payment.ts";
import { getHoldingProvider } from "./open-payments.ts";
import { ProviderUnavailable } from "./provider.ts";

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
    const outcome = isOpen(row.status) ? await queryProvider(context, row) : null;
    const now = await findPayment(context.db, body.orderId);
    return {
      success: true as const,
      paymentStatus: now?.status ?? row.status,
      ...(outcome === "processing" && { underWay: true as const }),
    };
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId: row.orderId }, "the provider could not be asked after a payment");
    return refuse("unavailable", { retryAfterMs: 5_000 });
  }
}
