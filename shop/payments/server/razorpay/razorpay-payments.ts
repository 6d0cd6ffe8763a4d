import { CURRENCY } from "../../payment.ts";
import type { Razorpay } from "#platform/razorpay-settings.ts";
import {
  type ProviderSessionRef,
  type PaymentProvider,
  type ProviderState,
  ProviderUnavailable,
  type RefundRequest,
  type RefundState,
  type SessionRequest,
} from "../provider.ts";
import { openRazorpay, type RazorpayClient, RazorpayRefused } from "./client.ts";
import {
  isOrderId,
  isPaymentId,
  listOf,
  type OrderEntity,
  orderEntity,
  type PaymentEntity,
  paymentEntity,
  refundEntity,
} from "./entities.ts";
import { isSigned } from "./signature.ts";
import { isCaptured, isWaiting, refundFor, refundStateOf, stateOfOrder } from "./states.ts";
import { readRazorpayWebhook } from "./webhook.ts";

const MOST_AT_ONCE = 100;

/**
 * Razorpay as the shop's provider. A session is an order of Razorpay's: it never closes by itself, so money may
 * come late (security §6).
 */
export function razorpayPayments(
  account: Razorpay,
  now: () => Date,
  client: RazorpayClient = openRazorpay(account, now),
): PaymentProvider {
  const fetchState = async (session: ProviderSessionRef): Promise<ProviderState> =>
    stateOfOrder(session, await captured(client, session), now());
  return {
    name: "razorpay",
    closesSessions: false,
    createSession: (request) =>
      client.within(async () => {
        const { id } = (await findOrder(client, request)) ?? (await createOrder(client, request));
        return { sessionId: id, address: null };
      }),
    windowOf: ({ sessionId }) => ({
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
    readWebhook: async (rawBody, header) => readRazorpayWebhook(rawBody, header, account.webhookSecrets),
  };
}

/** The order that an earlier try made, though its answer was lost. The oldest, so that everyone finds the same. */
async function findOrder(client: RazorpayClient, request: SessionRequest): Promise<OrderEntity | undefined> {
  const { reference: receipt } = request;
  const { items } = await client.read(listOf(orderEntity), (sdk) =>
    sdk.orders.all({ receipt, count: MOST_AT_ONCE }),
  );
  const [oldest] = items
    .filter((order) => order.receipt === receipt)
    .toSorted((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1));
  if (oldest) assertSameMoney(oldest, request);
  return oldest;
}

async function createOrder(client: RazorpayClient, request: SessionRequest): Promise<OrderEntity> {
  const { reference: receipt, amountPaise: amount, currency, description } = request;
  const order = await client.write(orderEntity, (sdk) =>
    sdk.orders.create({
      amount,
      currency,
      receipt,
      notes: { order: description },
      // Whatever the dashboard says: no one's money waits for someone to press a button.
      payment: {
        capture: "automatic",
        capture_options: {
          automatic_expiry_period: 1_440,
          manual_expiry_period: 7_200,
          refund_speed: "normal",
        },
      },
    }),
  );
  assertSameMoney(order, request);
  if (order.receipt !== receipt) throw new ProviderUnavailable("Razorpay answered with another order.");
  return order;
}

function assertSameMoney(order: OrderEntity, { amountPaise, currency }: SessionRequest): void {
  if (order.amount !== amountPaise || order.currency !== currency)
    throw new ProviderUnavailable("Razorpay's order asks for other money than the shop's.");
}

/** All attempts to pay an order, the oldest first. */
async function attemptsOf(client: RazorpayClient, sessionId: string): Promise<PaymentEntity[]> {
  if (!isOrderId(sessionId)) throw new ProviderUnavailable("This is no order of Razorpay's.");
  const { items } = await client.read(listOf(paymentEntity), (sdk) => sdk.orders.fetchPayments(sessionId));
  if (items.some(({ order_id }) => order_id !== sessionId))
    throw new ProviderUnavailable("Razorpay answered with another order's payments.");
  return items.toSorted((one, other) => one.created_at - other.created_at);
}

/** The attempts, once money that only waits to be taken is taken: what was asked for, and nothing else. */
async function captured(client: RazorpayClient, session: ProviderSessionRef): Promise<PaymentEntity[]> {
  const { sessionId, amountPaise, currency } = session;
  const attempts = await attemptsOf(client, sessionId);
  const waiting = attempts.find((attempt) => isWaiting(attempt, session));
  if (!waiting || attempts.some(isCaptured)) return attempts;
  try {
    await client.write(paymentEntity, (sdk) => sdk.payments.capture(waiting.id, amountPaise, currency));
  } catch (cause) {
    // Razorpay may have taken it by itself meanwhile; then it says no, and the payment tells how it stands.
    if (!(cause instanceof RazorpayRefused)) throw cause;
  }
  return attemptsOf(client, sessionId);
}

async function createRazorpayRefund(client: RazorpayClient, request: RefundRequest): Promise<RefundState> {
  const { sessionId, reference, amountPaise, paymentId } = request;
  const came = (await attemptsOf(client, sessionId)).filter(isCaptured);
  const paid = came.find(({ id }) => id === paymentId) ?? came[0];
  if (!paid) throw new ProviderUnavailable("Razorpay knows of no money for this order.");
  const { items } = await client.read(listOf(refundEntity), (sdk) =>
    sdk.payments.fetchMultipleRefund(paid.id, { count: MOST_AT_ONCE }),
  );
  const asked = refundFor(reference, items);
  if (asked) return refundStateOf(request, asked);
  try {
    const given = await client.write(refundEntity, (sdk) =>
      sdk.payments.refund(paid.id, { amount: amountPaise, speed: "normal", receipt: reference }),
    );
    if (given.payment_id !== paid.id || given.receipt !== reference)
      throw new ProviderUnavailable("Razorpay answered with another refund.");
    return refundStateOf(request, given);
  } catch (cause) {
    if (!(cause instanceof RazorpayRefused) || isAboutRepetition(cause)) throw cause;
    const { words: reason } = cause;
    return { refundId: "", sessionId, reference, fact: "failed", amountPaise, currency: CURRENCY, reason };
  }
}

/** The same question twice at once: the other one's answer is found the next time. */
const isAboutRepetition = ({ words }: RazorpayRefused): boolean => /idempotency|receipt/i.test(words);
