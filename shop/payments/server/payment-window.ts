import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Asked } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import type { openPaymentWindow } from "../endpoints.ts";
import { hasMoney, isOpen } from "../payment.ts";
import { paymentOf } from "./open-payment.ts";
import { providerOf } from "./open-payments.ts";
import { ProviderUnavailable } from "./provider.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** The window of an own payment: the provider's session is opened the first time and is the same ever after. */
export async function answerWindow(context: Context, { caller, body }: Asked<typeof openPaymentWindow>) {
  const row = await paymentOf(context.db, body.orderId);
  if (!row || row.accountId !== caller.accountId) return refuse("not_found");
  if (hasMoney(row.status)) return refuse("paid");
  if (!isOpen(row.status) || row.expiresAt <= context.now()) return refuse("not_payable");
  try {
    const address = row.sessionAddress ?? (await openSession(context, row));
    if (address === null) return refuse("not_payable");
    return {
      success: true as const,
      provider: "test" as const,
      window: address,
      expiresAt: row.expiresAt.toISOString(),
    };
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId: row.orderId }, "the payment window could not be opened");
    return refuse("unavailable", { retryAfterMs: 5_000 });
  }
}

/**
 * Outside any transaction, because it waits for the provider. Two at once get the same session from it. Null when
 * the payment was closed meanwhile: then the new session is closed as well.
 */
async function openSession(context: Context, row: PaymentRow): Promise<string | null> {
  const provider = providerOf(context);
  const { sessionId, address } = await provider.createSession({
    reference: row.id,
    amountPaise: row.amount,
    currency: row.currency,
    description: `Order ${row.orderId}`,
    expiresAt: row.expiresAt,
  });
  const kept = await context.db
    .update(payment)
    .set({ provider: provider.name, sessionId, sessionAddress: address, updatedAt: context.now() })
    .where(
      and(eq(payment.id, row.id), isNull(payment.sessionId), inArray(payment.status, ["Pending", "Failed"])),
    )
    .returning({ id: payment.id });
  if (kept.length > 0) return address;
  const now = await paymentOf(context.db, row.orderId);
  if (now?.sessionAddress) return now.sessionAddress;
  await provider.closeSession(sessionId);
  return null;
}
