import { defineCount } from "#platform/observe/counts.ts";
import { paymentStatuses } from "../payment.ts";
import { refundStatuses } from "../refund.ts";
import { isAboutRefund, isOther, type OtherProviderEvent, type ProviderEvent } from "./provider.ts";

const outcomes = [
  ...paymentStatuses,
  "unchanged",
  "nothing-yet",
  "processing",
  "mismatch",
  "second-capture",
  "unknown-session",
] as const;

/** `nothing-yet`: the customer has made no payment. `processing`: the provider has not confirmed the payment yet. */
export type Outcome = (typeof outcomes)[number];

const refundOutcomes = [
  ...refundStatuses,
  "unchanged",
  "mismatch",
  "unknown-refund",
  "other-payment",
  "unknown-session",
] as const;

/** `other-payment`: the refund is for a payment other than the order's. */
export type RefundOutcome = (typeof refundOutcomes)[number];

export type ForeignOutcome = "dispute" | "ignored";

const lower = <Text extends string>(text: Text) => text.toLowerCase() as Lowercase<Text>;

const payments = defineCount<Lowercase<Outcome>>(
  "shop_payments_total",
  "Results of payment webhooks and queries. The owner must look at mismatch and second-capture.",
  { outcome: outcomes.map(lower) },
);

const refunds = defineCount<Lowercase<RefundOutcome>>(
  "shop_refunds_total",
  "Results of refund webhooks and queries.",
  { outcome: refundOutcomes.map(lower) },
);

/** Call this after the result is stored. */
export const countPayment = (outcome: Outcome): void => payments.add(lower(outcome));

export const countRefund = (outcome: RefundOutcome): void => refunds.add(lower(outcome));

export function countEvent(
  event: ProviderEvent | OtherProviderEvent,
  outcome: Outcome | RefundOutcome | ForeignOutcome,
): void {
  if (isOther(event)) return;
  if (isAboutRefund(event)) countRefund(outcome as RefundOutcome);
  else countPayment(outcome as Outcome);
}
