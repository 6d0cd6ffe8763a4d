import type { Razorpay } from "#platform/config/razorpay-settings.ts";
import type { PaymentProvider, ProviderSessionRef, ProviderState } from "../provider.ts";
import { openRazorpay, type RazorpayClient, RazorpayRefused } from "./client.ts";
import { isPaymentId, type PaymentEntity } from "./entities.ts";
import { isSigned } from "./signature.ts";
import { isCaptured, isWaiting, toOrderState } from "./states.ts";
import { readRazorpayWebhook } from "./webhook.ts";
import { createOrder, findOrder } from "./create-order.ts";
import { listAttempts, createRazorpayRefund } from "./create-refund.ts";

/**
 * Razorpay as the shop's provider. A session is an order of Razorpay's: it never closes by itself, so money may
 * come late (security §6).
 */
export function createRazorpayPayments(
  account: Razorpay,
  now: () => Date,
  client: RazorpayClient = openRazorpay(account, now),
): PaymentProvider {
  const fetchState = async (session: ProviderSessionRef): Promise<ProviderState> =>
    toOrderState(session, await findCaptured(client, session), now());
  return {
    name: "razorpay",
    closesSessions: false,
    createSession: (request) =>
      client.within(async () => {
        const { id } = (await findOrder(client, request)) ?? (await createOrder(client, request));
        return { sessionId: id, address: null };
      }),
    describeWindow: ({ sessionId }) => ({
      provider: "razorpay",
      keyId: account.keyId,
      providerOrderId: sessionId,
    }),
    provesReturn: (sessionId, { paymentId, signature }) =>
      isPaymentId(paymentId) && isSigned(`${sessionId}|${paymentId}`, signature, [account.keySecret]),
    fetchState: (session) => client.within(() => fetchState(session)),
    closeSession: (session) =>
      client.within(async () => {
        const state = await fetchState(session);
        const isOver = state.fact === null || state.fact === "failed";
        return isOver ? { ...state, fact: "expired" as const } : state;
      }),
    refund: (request) => client.within(() => createRazorpayRefund(client, request)),
    probe: () =>
      client.within(async () => {
        await client.probe();
        return { aheadMs: client.getClockAhead() };
      }),
    readWebhook: async (rawBody, header) => readRazorpayWebhook(rawBody, header, account.webhookSecrets),
  };
}

/** The attempts, once money that only waits to be taken is taken: what was asked for, and nothing else. */
async function findCaptured(client: RazorpayClient, session: ProviderSessionRef): Promise<PaymentEntity[]> {
  const { sessionId, amountPaise, currency } = session;
  const attempts = await listAttempts(client, sessionId);
  const waiting = attempts.find((attempt) => isWaiting(attempt, session));
  if (!waiting || attempts.some(isCaptured)) return attempts;
  try {
    await client.capturePayment(waiting.id, { amount: amountPaise, currency });
  } catch (cause) {
    // Razorpay may have taken it by itself meanwhile; then it says no, and the payment says how it stands.
    if (!(cause instanceof RazorpayRefused)) throw cause;
  }
  return listAttempts(client, sessionId);
}
