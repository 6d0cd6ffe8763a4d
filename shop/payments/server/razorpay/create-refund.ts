import { CURRENCY } from "../../payment.ts";
import { ProviderUnavailable, type RefundRequest, type RefundState } from "../provider.ts";
import { type RazorpayClient, RazorpayRefused } from "./client.ts";
import { isOrderId, type PaymentEntity } from "./entities.ts";
import { isCaptured, findRefund, toRefundState } from "./states.ts";

export async function createRazorpayRefund(
  client: RazorpayClient,
  request: RefundRequest,
): Promise<RefundState> {
  const { sessionId, reference, amountPaise, paymentId } = request;
  const came = (await listAttempts(client, sessionId)).filter(isCaptured);
  const paid = came.find(({ id }) => id === paymentId) ?? came[0];
  if (!paid) throw new ProviderUnavailable("Razorpay knows of no money for this order.");
  const requested = findRefund(reference, await client.listRefunds(paid.id));
  if (requested) return toRefundState(request, requested);
  try {
    const given = await client.createRefund(paid.id, { amount: amountPaise, receipt: reference });
    if (given.payment_id !== paid.id || given.receipt !== reference)
      throw new ProviderUnavailable("Razorpay answered with another refund.");
    return toRefundState(request, given);
  } catch (cause) {
    if (!(cause instanceof RazorpayRefused) || isAboutRepetition(cause)) throw cause;
    const { reason } = cause;
    return { refundId: "", sessionId, reference, fact: "failed", amountPaise, currency: CURRENCY, reason };
  }
}

/** The same question twice at once: the other one's answer is found the next time. */
const isAboutRepetition = ({ reason: message }: RazorpayRefused): boolean =>
  /idempotency|receipt/i.test(message);

/** All attempts to pay an order, the oldest first. */
export async function listAttempts(client: RazorpayClient, sessionId: string): Promise<PaymentEntity[]> {
  if (!isOrderId(sessionId)) throw new ProviderUnavailable("This is no order of Razorpay's.");
  const attempts = await client.listPayments(sessionId);
  if (attempts.some(({ order_id }) => order_id !== sessionId))
    throw new ProviderUnavailable("Razorpay answered with another order's payments.");
  return attempts.toSorted((one, other) => one.created_at - other.created_at);
}
