import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { hasMoney } from "../payment.ts";
import { applyFact, applyTransition } from "./apply-fact.ts";
import { findPayment } from "./open-payment.ts";
import { getHoldingProvider } from "./open-payments.ts";
import { assertAbout, type ProviderState, ProviderUnavailable } from "./provider.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** `closed`: no one can pay it any more. `processing`: the provider is at work and will say how it ended. */
export type Closing = "closed" | "paid" | "processing" | "unavailable";

/** Ends a payment for good, unless it is paid: the provider is asked first, so money never crosses with the end. */
export async function closePayment(context: Context, orderId: string): Promise<Closing> {
  const row = await findPayment(context.db, orderId);
  if (row && hasMoney(row.status)) return "paid";
  if (!row || row.status === "Expired") return "closed";
  const { sessionId, amount: amountPaise, currency } = row;
  if (sessionId === null) return closeUnopened(context, row);
  try {
    const provider = getHoldingProvider(context, row);
    const state = await provider.closeSession({ sessionId, amountPaise, currency });
    assertAbout({ sessionId }, state);
    return await closeAtProvider(context, provider.name, state);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId }, "a payment could not be closed at the provider");
    return "unavailable";
  }
}

async function closeAtProvider(context: Context, provider: string, state: ProviderState): Promise<Closing> {
  await context.transact((tx) => applyFact(context, tx, provider, state));
  if (state.fact === "captured") return "paid";
  return state.fact === "expired" ? "closed" : "processing";
}

/** No window was ever opened; if one is just being opened, it is asked after all. */
async function closeUnopened(context: Context, { id, orderId }: PaymentRow): Promise<Closing> {
  const closed = await context.transact(async (tx) => {
    const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for("update");
    if (!row || row.sessionId !== null) return false;
    await applyTransition(context, tx, row, "expired");
    return true;
  });
  return closed ? "closed" : closePayment(context, orderId);
}
