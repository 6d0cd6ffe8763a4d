import type { Context } from "#platform/context.ts";
import { applyFact, type Outcome } from "./apply-fact.ts";
import { providerOf } from "./open-payments.ts";
import { assertAbout } from "./provider.ts";
import type { PaymentRow } from "./tables.ts";

/** Asks how a payment stands and applies the answer. @throws ProviderUnavailable */
export async function askProvider(context: Context, { sessionId }: PaymentRow): Promise<Outcome> {
  if (sessionId === null) return "nothing-yet";
  const provider = providerOf(context);
  const state = await provider.fetchState(sessionId);
  assertAbout({ sessionId }, state);
  return context.transact((tx) => applyFact(context, tx, provider.name, state));
}
