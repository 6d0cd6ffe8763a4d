/**
 * The reasons of refunds. `late-money`: the payment arrived when the order could no longer be fulfilled. `return`:
 * pieces came back, or a parcel was lost or damaged. `dashboard`: the owner made the refund in the provider's
 * dashboard.
 */
export const refundReasons = ["cancellation", "late-money", "return", "dashboard"] as const;
export type RefundReason = (typeof refundReasons)[number];

export const endsOrder = (reason: RefundReason): boolean =>
  reason === "cancellation" || reason === "late-money";

/**
 * `Failed`: the owner must act. Either the provider will not carry out this attempt, or the order was paid without a
 * provider.
 */
export const refundStatuses = ["Pending", "Processed", "Failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A provider's report. `pending`: no result yet. `processed`: the money was sent. `failed`: it will not be sent. */
export const refundFacts = ["pending", "processed", "failed"] as const;
export type RefundFact = (typeof refundFacts)[number];

const refundTransitions: Record<RefundStatus, Partial<Record<RefundFact, RefundStatus>>> = {
  Pending: { processed: "Processed", failed: "Failed" },
  Failed: { processed: "Processed" },
  Processed: {},
};

/** Returns the status of a refund after the provider's report; null if the report changes nothing. */
export const refundStatusAfter = (status: RefundStatus, fact: RefundFact): RefundStatus | null =>
  refundTransitions[status][fact] ?? null;

/** Returns for example `<id>.2` for the second attempt. The provider uses this reference as the idempotency key. */
export const refundReference = ({ id, attempt }: { id: string; attempt: number }): string =>
  `${id}.${attempt}`;

/** Returns the id and the attempt in a reference; null if the shop did not create the reference. */
export function readRefundReference(reference: string): { id: string; attempt: number } | null {
  const [, id, attempt] = /^([0-9a-f-]{36})\.(\d{1,4})$/.exec(reference) ?? [];
  return id !== undefined && attempt !== undefined ? { id, attempt: Number(attempt) } : null;
}
