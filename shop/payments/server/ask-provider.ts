import type { Context } from "#platform/context.ts";
import { applyFact, type Outcome } from "./apply-fact.ts";
import { getHoldingProvider } from "./open-payments.ts";
import { countPayment } from "./payment-counts.ts";
import { assertAbout } from "./provider.ts";
import type { PaymentRow } from "./tables.ts";

/** Asks how a payment stands and applies the answer. @throws ProviderUnavailable */
export async function queryProvider(context: Context, row: PaymentRow): Promise<Outcome> {
  const { sessionId, amount: amountPaise, currency } = row;
  if (sessionId === null) return "nothing-yet";
  const provider = getHoldingProvider(context, row);
  const state = await provider.fetchState({ sessionId, amountPaise, currency });
  assertAbout({ sessionId }, state);
  const outcome = await context.transact((tx) => applyFact(context, tx, provider.name, state));
  countPayment(outcome);
  return outcome;
}
