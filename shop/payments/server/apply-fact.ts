import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { paymentCaptured, paymentExpired, paymentFailed } from "../events.ts";
import { hasMoney, isOpen, type PaymentFact, type PaymentStatus, getStatusAfter } from "../payment.ts";
import { flagPayment } from "./flag-payment.ts";
import { noteSecondCapture } from "./findings.ts";
import type { ProviderState } from "./provider.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** `processing`: the provider is still at it, and nothing is decided. */
export type Outcome =
  | "unknown-session"
  | "nothing-yet"
  | "processing"
  | "mismatch"
  | "second-capture"
  | "unchanged"
  | PaymentStatus;

/**
 * The one way in which anything a provider says becomes true: webhook, return and asking all end here. Forward
 * only and under a row lock, so neither order nor repetition matters. Money that is not what was asked for is
 * flagged for the operator and published to no one.
 */
export async function applyFact(
  context: Context,
  tx: Tx,
  provider: string,
  state: ProviderState,
): Promise<Outcome> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), eq(payment.sessionId, state.sessionId)))
    .for("update");
  if (!row) return "unknown-session";
  if (state.fact === null) return "nothing-yet";
  if (state.fact === "processing" && isOpen(row.status)) return "processing";
  if (state.fact === "captured" && (state.amountPaise !== row.amount || state.currency !== row.currency)) {
    await flagMismatch(context, tx, row, state);
    return "mismatch";
  }
  if (state.fact === "captured" && hasMoney(row.status))
    return (await noteSecondCapture(context, tx, row, state)) ? "second-capture" : "unchanged";
  return applyTransition(context, tx, row, state.fact, state);
}

/** Moves a locked payment by a fact that is beyond doubt. */
export async function applyTransition(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  fact: PaymentFact,
  { method = "online", reason = "The payment failed.", paymentId = null }: Details = {},
): Promise<Outcome> {
  const status = getStatusAfter(row.status, fact);
  if (status === null) return "unchanged";
  const now = context.now();
  await tx
    .update(payment)
    .set({
      status,
      statusBefore: row.status,
      updatedAt: now,
      ...(status === "Failed" && { failure: reason }),
      ...(status === "Completed" && { method, capturedAt: now, capturedAs: paymentId, failure: null }),
      ...(status === "Completed" && row.status === "Expired" && { flag: "paid after it had expired" }),
    })
    .where(eq(payment.id, row.id));
  await publishStatus(context, tx, row, status, { method, reason, now });
  return status;
}

type Details = Pick<Partial<ProviderState>, "method" | "reason"> & { paymentId?: string | null | undefined };

async function publishStatus(
  { outbox }: Context,
  tx: Tx,
  { orderId, amount }: PaymentRow,
  status: PaymentStatus,
  { method, reason, now }: { method: string; reason: string; now: Date },
): Promise<void> {
  if (status === "Completed") {
    const capturedAt = now.toISOString();
    await outbox.publish(tx, paymentCaptured, { orderId, amountPaise: amount, method, capturedAt });
  }
  if (status === "Failed") await outbox.publish(tx, paymentFailed, { orderId, reason });
  if (status === "Expired") await outbox.publish(tx, paymentExpired, { orderId });
}

async function flagMismatch(context: Context, tx: Tx, row: PaymentRow, state: ProviderState): Promise<void> {
  const flag = `the provider took ${state.amountPaise} ${state.currency} paise instead of ${row.amount} ${row.currency}`;
  await flagPayment(context, tx, row, flag);
}
