/**
 * The reason for a refund: the order was cancelled · the money arrived when the products were sold out · the parcel was
 * lost or damaged · it was refunded in the provider's dashboard.
 */
export const refundReasons = ["cancellation", "late-money", "return", "dashboard"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** True if the refund ends the whole order. */
export const isOfWhole = (reason: RefundReason): boolean =>
  reason === "cancellation" || reason === "late-money";

/** `Failed`: the provider rejects it permanently; the owner may retry it. */
export const refundStatuses = ["Pending", "Processed", "Failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Facts about a refund: the provider is processing it · the money was sent · it will not be sent. */
export const refundFacts = ["pending", "processed", "failed"] as const;
export type RefundFact = (typeof refundFacts)[number];

/** Next status by fact: forward only, as with payments. Missing entries change nothing. */
const refundTransitions: Record<RefundStatus, Partial<Record<RefundFact, RefundStatus>>> = {
  Pending: { processed: "Processed", failed: "Failed" },
  Failed: { processed: "Processed" },
  Processed: {},
};

/** Returns the status after a fact; null if the fact changes nothing. */
export const refundStatusAfter = (status: RefundStatus, fact: RefundFact): RefundStatus | null =>
  refundTransitions[status][fact] ?? null;

/**
 * The reference of an attempt at the provider. Sending it again repeats the same refund. `<id>.2` is the second
 * attempt.
 */
export const refundReference = ({ id, attempt }: { id: string; attempt: number }): string =>
  `${id}.${attempt}`;

/** Parses the reference of a refund and its attempt; null if it is not the shop's. */
export function readRefundReference(reference: string): { id: string; attempt: number } | null {
  const [, id, attempt] = /^([0-9a-f-]{36})\.(\d{1,4})$/.exec(reference) ?? [];
  return id !== undefined && attempt !== undefined ? { id, attempt: Number(attempt) } : null;
}
