import * as v from "valibot";
import type { Config } from "#platform/config/config.ts";
import type { Razorpay } from "../settings.ts";
import { CURRENCY } from "../../payment.ts";
import {
  isSigned,
  type PaymentProvider,
  type ProviderSessionRef,
  type ProviderState,
  ProviderUnavailable,
  type SessionRequest,
  type RefundRequest,
  type RefundState,
  type Dispute,
  type OtherProviderEvent,
  type ProviderEvent,
} from "../provider.ts";
import {
  openRazorpay,
  type RazorpayClient,
  RazorpayRefused,
  isPaymentId,
  type PaymentEntity,
  isCaptured,
  isWaiting,
  toOrderState,
  type OrderEntity,
  isOrderId,
  findRefund,
  isOfDashboard,
  toRefundState,
  toProviderState,
  disputeEntity,
  paymentEntity,
  refundEntity,
} from "./client.ts";
import { createHash } from "node:crypto";
import { SECOND } from "#contract/time.ts";

/**
 * Payments with Razorpay. Each payment session is an order at Razorpay, which cannot be closed, so money may arrive
 * late (security §6).
 */
export function createRazorpayPayments(
  account: Razorpay,
  now: () => Date,
  client: RazorpayClient = openRazorpay(account, now),
) {
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
    /** Makes a harmless call. Returns how many ms Razorpay's clock is ahead; null if unknown. */
    probe: () =>
      client.within(async () => {
        await client.probe();
        return client.getClockAhead();
      }),
    readWebhook: async (rawBody, header) => readRazorpayWebhook(rawBody, header, account.webhookSecrets),
  } satisfies PaymentProvider & { probe: unknown };
}

async function findCaptured(client: RazorpayClient, session: ProviderSessionRef): Promise<PaymentEntity[]> {
  const { sessionId, amountPaise, currency } = session;
  const attempts = await listAttempts(client, sessionId);
  const authorized = attempts.find((attempt) => isWaiting(attempt, session));
  if (!authorized || attempts.some(isCaptured)) return attempts;
  try {
    await client.capturePayment(authorized.id, { amount: amountPaise, currency });
  } catch (cause) {
    // Razorpay rejects the capture of a payment that was already captured. The query below returns that payment.
    if (!(cause instanceof RazorpayRefused)) throw cause;
  }
  return listAttempts(client, sessionId);
}

/** Returns the oldest Razorpay order with this reference, so that retries use the same order; else undefined. */
async function findOrder(client: RazorpayClient, request: SessionRequest): Promise<OrderEntity | undefined> {
  const { reference: receipt } = request;
  const orders = await client.listOrders(receipt);
  const [oldest] = orders
    .filter((order) => order.receipt === receipt)
    .toSorted((first, other) => first.created_at - other.created_at || (first.id < other.id ? -1 : 1));
  if (oldest) assertSameMoney(oldest, request);
  return oldest;
}

async function createOrder(client: RazorpayClient, request: SessionRequest): Promise<OrderEntity> {
  const { reference: receipt, amountPaise: amount, currency, description } = request;
  const order = await client.createOrder({
    amount,
    currency,
    receipt,
    notes: { order: description },
    // Overrides the setting in the dashboard, so that no payment waits for a manual capture.
    payment: {
      capture: "automatic",
      capture_options: {
        automatic_expiry_period: 1_440,
        manual_expiry_period: 7_200,
        refund_speed: "normal",
      },
    },
  });
  assertSameMoney(order, request);
  if (order.receipt !== receipt)
    throw new ProviderUnavailable("Razorpay's response is for another order than the requested one.");
  return order;
}

function assertSameMoney(order: OrderEntity, { amountPaise, currency }: SessionRequest): void {
  if (order.amount !== amountPaise || order.currency !== currency)
    throw new ProviderUnavailable("Razorpay's order differs from the shop's order in amount or currency.");
}

async function createRazorpayRefund(
  client: RazorpayClient,
  request: RefundRequest,
): Promise<RefundState | RefundState[]> {
  const { sessionId, reference, amountPaise, paymentId, refundId, known } = request;
  const came = (await listAttempts(client, sessionId)).filter(isCaptured);
  const paid = came.find(({ id }) => id === paymentId) ?? came[0];
  if (!paid) throw new ProviderUnavailable("Razorpay has no payment for this order.");
  const refunds = await client.listRefunds(paid.id);
  const existing = refundId ? refunds.find(({ id }) => id === refundId) : findRefund(reference, refunds);
  if (existing) return toRefundState(request, existing);
  if (refundId) throw new ProviderUnavailable(`Razorpay has no refund with the id ${refundId}.`);
  const unknown = refunds.filter((refund) => isOfDashboard(refund) && !known.includes(refund.id));
  if (unknown.length > 0) return unknown.map((refund) => toRefundState({ sessionId, reference: "" }, refund));
  try {
    const value = await client.createRefund(paid.id, { amount: amountPaise, receipt: reference });
    if (value.payment_id !== paid.id || value.receipt !== reference)
      throw new ProviderUnavailable("Razorpay returned a different refund.");
    return toRefundState(request, value);
  } catch (cause) {
    if (!(cause instanceof RazorpayRefused)) throw cause;
    const { reason } = cause;
    // Razorpay refuses a request while an identical one is in progress. A later retry gets the result of that one.
    if (/idempotency|receipt/i.test(reason)) throw cause;
    return { refundId: "", sessionId, reference, fact: "failed", amountPaise, currency: CURRENCY, reason };
  }
}

async function listAttempts(client: RazorpayClient, sessionId: string): Promise<PaymentEntity[]> {
  if (!isOrderId(sessionId)) throw new ProviderUnavailable("This is not a Razorpay order.");
  const attempts = await client.listPayments(sessionId);
  if (attempts.some(({ order_id }) => order_id !== sessionId))
    throw new ProviderUnavailable("Razorpay returned the payments of a different order.");
  return attempts.toSorted((first, other) => first.created_at - other.created_at);
}

export interface HostedCheckout {
  action: string;
  fields: Readonly<Record<string, string>>;
}

interface Payable {
  providerOrderId: string;
  amountPaise: number;
  currency: string;
  description: string;
}

/**
 * Returns a form without customer data that opens Razorpay's page; null if Razorpay is not set up. Razorpay sends the
 * result to `backTo`.
 */
export function describeHostedCheckout(
  { razorpay, publicUrl }: Config,
  { providerOrderId, amountPaise, currency, description }: Payable,
  { shopName, backTo }: { shopName: string; backTo: string },
): HostedCheckout | null {
  if (!razorpay) return null;
  const address = new URL(backTo, publicUrl).href;
  return {
    action: `${razorpay.apiUrl}/v1/checkout/embedded`,
    fields: {
      key_id: razorpay.keyId,
      order_id: providerOrderId,
      amount: String(amountPaise),
      currency,
      name: shopName,
      description,
      callback_url: address,
      cancel_url: address,
    },
  };
}

const SIGNATURE_HEADER = "x-razorpay-signature";
const EVENT_HEADER = "x-razorpay-event-id";

const wrapSchema = <Entity extends v.GenericSchema>(entity: Entity) => v.object({ entity });
const aboutPayment = v.object({ payment: wrapSchema(paymentEntity) });
const aboutDispute = v.object({ dispute: wrapSchema(disputeEntity), payment: wrapSchema(paymentEntity) });
const aboutRefund = v.object({ refund: wrapSchema(refundEntity), payment: wrapSchema(paymentEntity) });

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.pipe(v.string(), v.regex(/^[\w.]{1,80}$/)), payload: v.unknown() }),
);

/** The shop uses the payment's state in the event, not the event's name. */
const paymentEvents = ["payment.authorized", "payment.captured", "payment.failed", "order.paid"];
const refundEvents = ["refund.created", "refund.processed", "refund.failed"];

/**
 * Verifies the signature and parses the body. For an event in neither `paymentEvents` nor `refundEvents`, returns only
 * its name, its ids and any dispute.
 */
function readRazorpayWebhook(
  rawBody: string,
  header: (name: string) => string | undefined,
  secrets: readonly string[],
): ProviderEvent | OtherProviderEvent | "forged" | "unreadable" {
  if (!isSigned(rawBody, header(SIGNATURE_HEADER) ?? "", secrets)) return "forged";
  const message = v.safeParse(messageSchema, rawBody);
  if (!message.success) return "unreadable";
  const { event, payload } = message.output;
  const eventId = getEventId(rawBody, header(EVENT_HEADER));
  if (paymentEvents.includes(event)) return readPaymentEvent(event, payload, eventId);
  if (refundEvents.includes(event)) return readRefundEvent(event, payload, eventId);
  const dispute = event.startsWith("payment.dispute.") ? parseDispute(event, payload) : null;
  return { eventId, sessionId: readOrderId(payload), event, ...(dispute && { dispute }) };
}

function parseDispute(event: string, payload: unknown): Dispute | null {
  const parsed = v.safeParse(aboutDispute, payload);
  if (!parsed.success) return null;
  const { id, amount, status, respond_by } = parsed.output.dispute.entity;
  const parsedStatus = v.safeParse(disputeEntity.entries.status, event.split(".").at(-1));
  return {
    disputeId: id,
    amountPaise: amount ?? parsed.output.payment.entity.amount,
    status: status ?? (parsedStatus.success ? parsedStatus.output : null) ?? "open",
    respondBy: respond_by ? new Date(respond_by * SECOND).toISOString() : null,
  };
}

/** Returns the same id for a repeated event: the header's id if it is valid, otherwise a hash of the body. */
const getEventId = (rawBody: string, value: string | undefined): string =>
  value !== undefined && /^[\w-]{4,64}$/.test(value)
    ? value
    : createHash("sha256").update(rawBody).digest("hex");

function readOrderId(payload: unknown): string {
  const parsed = v.safeParse(aboutPayment, payload);
  const orderId = parsed.success ? (parsed.output.payment.entity.order_id ?? "") : "";
  return isOrderId(orderId) ? orderId : "";
}

function readPaymentEvent(
  event: string,
  payload: unknown,
  eventId: string,
): ProviderEvent | OtherProviderEvent | "unreadable" {
  const parsed = v.safeParse(aboutPayment, payload);
  if (!parsed.success) return "unreadable";
  const { entity } = parsed.output.payment;
  const sessionId = entity.order_id ?? "";
  // A payment without a Razorpay order was not requested by the shop, so ignore it.
  if (!isOrderId(sessionId)) return { eventId, sessionId: "", event };
  if (isCaptured(entity)) return { ...toProviderState(sessionId, "captured", entity), eventId };
  const fact = entity.status === "failed" ? "failed" : "processing";
  return { ...toProviderState(sessionId, fact, entity), eventId };
}

function readRefundEvent(
  event: string,
  payload: unknown,
  eventId: string,
): ProviderEvent | OtherProviderEvent | "unreadable" {
  const parsed = v.safeParse(aboutRefund, payload);
  if (!parsed.success) return "unreadable";
  const [refund, payment] = [parsed.output.refund.entity, parsed.output.payment.entity];
  const sessionId = payment.order_id ?? "";
  // The shop never had the money of an uncaptured payment, so ignore its refund.
  if (!isOrderId(sessionId) || payment.captured === false || refund.payment_id !== payment.id)
    return { eventId, sessionId: "", event };
  return {
    ...toRefundState({ sessionId, reference: refund.receipt ?? "" }, refund),
    eventId,
    ...(isCaptured(payment) && { paid: toProviderState(sessionId, "captured", payment) }),
    isFullyRefunded:
      payment.status === "refunded" || (payment.amount_refunded ?? refund.amount) >= payment.amount,
  };
}
