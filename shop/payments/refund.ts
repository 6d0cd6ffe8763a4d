/**
 * The reason for a refund. `cancellation`: the order was cancelled. `late-money`: the payment was received after the
 * products were sold out. `return`: a parcel was lost or damaged. `dashboard`: the owner made the refund in the
 * provider's dashboard.
 */
export const refundReasons = ["cancellation", "late-money", "return", "dashboard"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** True if a refund for this reason ends the whole order. */
export const endsOrder = (reason: RefundReason): boolean =>
  reason === "cancellation" || reason === "late-money";

/** The statuses of a refund. `Failed` means that the provider permanently rejected it; the owner may retry it. */
export const refundStatuses = ["Pending", "Processed", "Failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * Facts that a provider reports about a refund. `pending`: the refund is being processed. `processed`: the money was
 * sent. `failed`: the money will not be sent.
 */
export const refundFacts = ["pending", "processed", "failed"] as const;
export type RefundFact = (typeof refundFacts)[number];

/** The next status of a refund after each fact. Statuses only move forward. A missing entry means no change. */
const refundTransitions: Record<RefundStatus, Partial<Record<RefundFact, RefundStatus>>> = {
  Pending: { processed: "Processed", failed: "Failed" },
  Failed: { processed: "Processed" },
  Processed: {},
};

/** Returns the status after a fact; null if the fact changes nothing. */
export const refundStatusAfter = (status: RefundStatus, fact: RefundFact): RefundStatus | null =>
  refundTransitions[status][fact] ?? null;

/** Returns the reference of an attempt, which is the provider's idempotency key. `<id>.2` is the second attempt. */
export const refundReference = ({ id, attempt }: { id: string; attempt: number }): string =>
  `${id}.${attempt}`;

/** Parses a reference into the refund's id and the attempt. Returns null if the text is not a reference of the shop. */
export function readRefundReference(reference: string): { id: string; attempt: number } | null {
  const [, id, attempt] = /^([0-9a-f-]{36})\.(\d{1,4})$/.exec(reference) ?? [];
  return id !== undefined && attempt !== undefined ? { id, attempt: Number(attempt) } : null;
}
