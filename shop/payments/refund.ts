/**
 * Why money is refunded. `cancellation`: the order was cancelled. `late-money`: the payment came after the products
 * were sold out. `return`: pieces came back, or a parcel was lost or damaged. `dashboard`: the owner made the refund in
 * the provider's dashboard.
 */
export const refundReasons = ["cancellation", "late-money", "return", "dashboard"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** True if a refund for this reason ends the whole order. */
export const endsOrder = (reason: RefundReason): boolean =>
  reason === "cancellation" || reason === "late-money";

/**
 * `Failed` means that the provider will not carry out this attempt. The owner can start another
 * one.
 */
export const refundStatuses = ["Pending", "Processed", "Failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * What a provider reports about a refund. `pending`: the result is not known yet. `processed`: the money was sent. `failed`:
 * the money will not be sent.
 */
export const refundFacts = ["pending", "processed", "failed"] as const;
export type RefundFact = (typeof refundFacts)[number];

const refundTransitions: Record<RefundStatus, Partial<Record<RefundFact, RefundStatus>>> = {
  Pending: { processed: "Processed", failed: "Failed" },
  Failed: { processed: "Processed" },
  Processed: {},
};

/** Returns the status after a provider's report; null if the report changes nothing. */
export const refundStatusAfter = (status: RefundStatus, fact: RefundFact): RefundStatus | null =>
  refundTransitions[status][fact] ?? null;

/** Returns for example `<id>.2` for the second attempt. The provider uses it as idempotency key. */
export const refundReference = ({ id, attempt }: { id: string; attempt: number }): string =>
  `${id}.${attempt}`;

/** Parses a reference into the refund's id and the attempt. Null if the shop did not create the reference. */
export function readRefundReference(reference: string): { id: string; attempt: number } | null {
  const [, id, attempt] = /^([0-9a-f-]{36})\.(\d{1,4})$/.exec(reference) ?? [];
  return id !== undefined && attempt !== undefined ? { id, attempt: Number(attempt) } : null;
}
