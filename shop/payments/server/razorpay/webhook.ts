import { createHash } from "node:crypto";
import * as v from "valibot";
import { SECOND } from "#contract/time.ts";
import { type Dispute, isSigned, type OtherProviderEvent, type ProviderEvent } from "../provider.ts";
import {
  isCaptured,
  toRefundState,
  toProviderState,
  disputeEntity,
  isOrderId,
  paymentEntity,
  refundEntity,
} from "./client.ts";

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
export function readRazorpayWebhook(
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
