import { MINUTE, SECOND } from "#contract/time.ts";
import type { PaymentFact } from "../../payment.ts";
import { readRefundReference } from "../../refund.ts";
import type { ProviderSessionRef, ProviderState, RefundRequest, RefundState } from "../provider.ts";
import type { PaymentEntity, RefundEntity } from "./entities.ts";

/** A bank has this long to answer (Razorpay gives up after 15 minutes at the latest); then the attempt counts as left. */
const ATTEMPT_LIVES_MS = 15 * MINUTE;

/** Whether its money came, wherever that is now. */
export const isCaptured = ({ status, captured }: PaymentEntity): boolean =>
  status === "captured" || (status === "refunded" && captured === true);

/** Whether the bank has promised the money that was asked for. Other money is left to go back by itself. */
export const isWaiting = (
  { status, amount, currency }: PaymentEntity,
  requested: Pick<ProviderSessionRef, "amountPaise" | "currency">,
): boolean => status === "authorized" && amount === requested.amountPaise && currency === requested.currency;

/** How an order of Razorpay's stands, from all attempts to pay it: one that paid outweighs any that did not. */
export function toOrderState(
  session: ProviderSessionRef,
  attempts: readonly PaymentEntity[],
  now: Date,
): ProviderState {
  const { sessionId } = session;
  const paid = attempts.find(isCaptured);
  if (paid) return toProviderState(sessionId, "captured", paid);
  const underWay = attempts.find(
    (attempt) =>
      isWaiting(attempt, session) ||
      (attempt.status === "created" && now.getTime() < attempt.created_at * SECOND + ATTEMPT_LIVES_MS),
  );
  if (underWay) return toProviderState(sessionId, "processing", underWay);
  const failed = attempts.find(({ status }) => status === "failed");
  return failed ? toProviderState(sessionId, "failed", failed) : { ...session, fact: null };
}

/** What one attempt says of its order. */
export const toProviderState = (
  sessionId: string,
  fact: PaymentFact,
  { id, amount, currency, method, error_description }: PaymentEntity,
): ProviderState => ({
  sessionId,
  fact,
  amountPaise: amount,
  currency,
  ...(fact === "captured" && { paymentId: id }),
  ...(method && { method }),
  ...(fact === "failed" && error_description && { reason: error_description.slice(0, 200) }),
});

export const toRefundState = (
  { sessionId, reference }: Pick<RefundRequest, "sessionId" | "reference">,
  { id, amount, currency, status }: RefundEntity,
): RefundState => ({
  refundId: id,
  sessionId,
  reference,
  fact: status,
  amountPaise: amount,
  currency,
  ...(status === "failed" && { reason: "The bank did not take the money back." }),
});

/**
 * The refund that answers a request: the attempt asked about, or an earlier one of the same refund that went
 * through after all, so that money never goes twice.
 */
export function findRefund(reference: string, refunds: readonly RefundEntity[]): RefundEntity | undefined {
  const wanted = readRefundReference(reference)?.id;
  const isSame = ({ receipt }: RefundEntity) =>
    wanted !== undefined && readRefundReference(receipt ?? "")?.id === wanted;
  return (
    refunds.find(({ receipt }) => receipt === reference) ??
    refunds.find((refund) => isSame(refund) && refund.status !== "failed")
  );
}
