import { defineCount, defineTimer } from "#platform/observe/counts.ts";
import { trace } from "#platform/observe/tracing.ts";
import { paymentStatuses } from "../payment.ts";
import { refundStatuses } from "../refund.ts";
import type { Outcome } from "./apply-fact.ts";
import type { RefundOutcome } from "./apply-refund.ts";
import { isAboutRefund, isOther, type OtherNews, type ProviderNews } from "./provider-news.ts";
import type { PaymentProvider } from "./provider.ts";
import { ProviderUnavailable } from "./provider.ts";

const lower = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>;

const toLower = <Text extends string>(texts: readonly Text[]) => texts.map(lower);

const payments = defineCount<Lowercase<Outcome>>(
  {
    name: "shop_payments_total",
    help: "What the provider said of payments, by what it changed; mismatch and second-capture wait for the owner.",
  },
  {
    outcome: [
      ...toLower(paymentStatuses),
      "unchanged",
      "nothing-yet",
      "processing",
      "mismatch",
      "second-capture",
      "unknown-session",
    ],
  },
);

const refunds = defineCount<Lowercase<RefundOutcome>>(
  {
    name: "shop_refunds_total",
    help: "What the provider said of refunds, by what it changed; failed and mismatch wait for the owner.",
  },
  { outcome: [...toLower(refundStatuses), "unchanged", "mismatch", "unknown-refund", "unknown-session"] },
);

/** To be called once what was said is stored. */
export const countPayment = (outcome: Outcome): void => payments.add(lower(outcome));

export const countRefund = (outcome: RefundOutcome): void => refunds.add(lower(outcome));

/** The same for news that the provider sent by itself. */
export function countNews(
  news: ProviderNews | OtherNews,
  outcome: Outcome | RefundOutcome | OtherOutcome,
): void {
  if (isOther(news)) return;
  if (isAboutRefund(news)) countRefund(outcome as RefundOutcome);
  else countPayment(outcome as Outcome);
}

export type OtherOutcome = "dispute" | "ignored";

const calls = defineTimer(
  { name: "shop_provider_call_duration_seconds", help: "Calls of the payment provider, by how they ended." },
  ["provider", "call", "outcome"],
  [0.05, 0.1, 0.3, 1, 3, 8],
);

/** The same provider, with every call of it over the network timed. */
export function timeCalls(provider: PaymentProvider): PaymentProvider {
  const time =
    <In extends unknown[], Out>(call: string, ask: (...input: In) => Promise<Out>) =>
    (...input: In): Promise<Out> =>
      calls.time(
        () =>
          trace({ name: `${provider.name} ${call}`, kind: "client", attributes: {} }, () => ask(...input)),
        (cause) => ({ provider: provider.name, call, outcome: getOutcome(cause) }),
      );
  return {
    ...provider,
    createSession: time("create-session", provider.createSession),
    fetchState: time("fetch-state", provider.fetchState),
    closeSession: time("close-session", provider.closeSession),
    refund: time("refund", provider.refund),
    ...(provider.probe && { probe: time("probe", provider.probe) }),
  };
}

function getOutcome(cause: unknown): string {
  if (cause === undefined) return "answered";
  return cause instanceof ProviderUnavailable ? "unavailable" : "failed";
}
