import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { SECOND, MINUTE } from "#contract/time.ts";
import type { Razorpay as RazorpayAccount } from "../settings.ts";
import type { PaymentFact } from "../../payment.ts";
import { readRefundReference } from "../../refund.ts";
import {
  AccountRefused,
  ProviderRefused,
  ProviderUnavailable,
  type ProviderSessionRef,
  type ProviderState,
  type RefundRequest,
  type RefundState,
} from "../provider.ts";

const TIMEOUT_MS = 8 * SECOND;
const BEFORE_ASKING_AGAIN_MS = 250;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** The number of orders or refunds to request in one list. Razorpay returns at most this many. */
const MAX_AT_ONCE = 100;
const FAILURES_IN_A_ROW = 5;
const REST_MS = 15 * SECOND;

/** Thrown if Razorpay would refuse a retry too. `reason` is Razorpay's text for the operator. */
export class RazorpayRefused extends ProviderRefused {
  readonly reason: string;

  constructor(reason: string) {
    super(`Razorpay refused: ${reason}`);
    this.reason = reason;
  }
}

class Outage extends ProviderUnavailable {
  constructor(reason: string) {
    super(`Razorpay gave no usable response: ${reason}`);
  }
}

export type RazorpayClient = ReturnType<typeof openRazorpay>;

/**
 * Returns functions that call Razorpay. Validate ids before a call, because they become part of a URL without encoding.
 * A read is retried once after an outage. Writes are sent once: before you repeat a write, query its result.
 * @throws ProviderUnavailable, or `ProviderRefused` if a retry would fail too
 */
export function openRazorpay(account: RazorpayAccount, now: () => Date, timeoutMs: number = TIMEOUT_MS) {
  const deadline = new AsyncLocalStorage<AbortSignal>();
  const runUnlessResting = createBreaker(now);
  let clockAhead: number | null = null;
  const request = async <T>(
    schema: v.GenericSchema<unknown, T>,
    path: string,
    change?: Change,
  ): Promise<T> => {
    const signal = deadline.getStore() ?? AbortSignal.timeout(timeoutMs);
    const { ok, status, date, body } = await call(account, path, signal, change);
    if (!ok) throw toProviderUnavailable(status, body);
    if (!Number.isNaN(date)) clockAhead = date - Date.now();
    const parsed = v.safeParse(schema, body);
    if (!parsed.success) throw new Outage("the response has an unknown format");
    return parsed.output;
  };
  const list = async <T>(entity: v.GenericSchema<unknown, T>, path: string): Promise<T[]> => {
    const schema = v.object({ items: v.array(entity) });
    const { items } = await request(schema, path).catch(async (cause: unknown) => {
      if (!(cause instanceof Outage) || deadline.getStore()?.aborted) throw cause;
      await pause(BEFORE_ASKING_AGAIN_MS);
      return request(schema, path);
    });
    return items;
  };
  return {
    listOrders: (receipt: string) =>
      list(orderEntity, `orders?receipt=${encodeURIComponent(receipt)}&count=${MAX_AT_ONCE}`),
    createOrder: (body: object) => request(orderEntity, "orders", { body }),
    listPayments: (orderId: string) => list(paymentEntity, `orders/${orderId}/payments`),
    capturePayment: (paymentId: string, body: { amount: number; currency: string }) =>
      request(paymentEntity, `payments/${paymentId}/capture`, { body }),
    listRefunds: (paymentId: string) =>
      list(refundEntity, `payments/${paymentId}/refunds?count=${MAX_AT_ONCE}`),
    createRefund: (paymentId: string, refund: { amount: number; receipt: string }) =>
      request(refundEntity, `payments/${paymentId}/refund`, {
        body: { ...refund, speed: "normal" },
        // Razorpay makes only one refund for the same key.
        headers: { "x-refund-idempotency": refund.receipt.replaceAll(/[^\w-]/g, "_") },
      }),
    probe: async () => void (await list(v.unknown(), "orders?count=1")),
    /** Runs several calls within one time limit. The circuit breaker counts them as one success or failure. */
    within: <T>(task: () => Promise<T>): Promise<T> =>
      runUnlessResting(() => deadline.run(AbortSignal.timeout(timeoutMs), task)),
    getClockAhead: (): number | null => clockAhead,
  };
}

/** Refuses calls after several failures in a row, so that customers need not wait. */
function createBreaker(now: () => Date) {
  let failures = 0;
  let restsUntil = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (now().getTime() < restsUntil)
      throw new ProviderUnavailable("Razorpay failed several times in a row. The shop will try again soon.");
    try {
      const response = await task();
      failures = 0;
      return response;
    } catch (cause) {
      failures = cause instanceof Outage ? failures + 1 : 0;
      if (failures >= FAILURES_IN_A_ROW) restsUntil = now().getTime() + REST_MS;
      throw cause;
    }
  };
}

interface Change {
  body: object;
  headers?: Record<string, string>;
}

/** `body` is undefined if the response is not JSON. @throws Outage */
async function call(
  { apiUrl, keyId, keySecret }: RazorpayAccount,
  path: string,
  signal: AbortSignal,
  change?: Change,
) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
    ...(change && { "content-type": "application/json", ...change.headers }),
  };
  const request: RequestInit = { headers, signal, redirect: "error" };
  if (change) Object.assign(request, { method: "POST", body: JSON.stringify(change.body) });
  try {
    const response = await fetch(`${apiUrl}/v1/${path}`, request);
    const { ok, status } = response;
    const date = Date.parse(response.headers.get("date") ?? "");
    return { ok, status, date, body: parseJson(await readShort(response)) };
  } catch (cause) {
    if (cause instanceof Outage) throw cause;
    // `fetch` throws an error whose cause is the network error.
    const { message, code } = ((cause as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new Outage(signal.aborted ? "no answer in time" : message || code || "no answer");
  }
}

async function readShort({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES) throw new Outage("the response is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Razorpay's messages about an account that may not take payments, not about a wrong order or amount. */
const ABOUT_ACCOUNT =
  /api key|key_id|authenticat|access denied|activat|suspend|live mode|merchant|not enabled|currency|requested url/i;

function toProviderUnavailable(status: number, body: unknown): ProviderUnavailable {
  const description = v.is(refusalSchema, body) ? body.error.description.slice(0, 200) : undefined;
  const reason = [`HTTP ${status}`, description].filter(Boolean).join(", ");
  if (status === 401) return new AccountRefused(`Razorpay refuses the keys of this shop (${reason})`);
  // A response without Razorpay's error format comes from a proxy, so a retry may succeed.
  if (status < 400 || status >= 500 || TEMPORARY_STATUSES.has(status) || description === undefined)
    return new Outage(reason);
  return status === 403 || ABOUT_ACCOUNT.test(description)
    ? new AccountRefused(`Razorpay accepts no payments for this shop (${reason})`)
    : new RazorpayRefused(description);
}

const refusalSchema = v.object({ error: v.object({ description: v.string() }) });

// The schemas contain only the fields that the shop uses, so that no other personal data is read or stored.

const orderId = v.pipe(v.string(), v.regex(/^order_[A-Za-z0-9]{8,40}$/));
const paymentId = v.pipe(v.string(), v.regex(/^pay_[A-Za-z0-9]{8,40}$/));
const refundId = v.pipe(v.string(), v.regex(/^rfnd_[A-Za-z0-9]{8,40}$/));
const paise = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const isOrderId = (text: string): boolean => v.is(orderId, text);
export const isPaymentId = (text: string): boolean => v.is(paymentId, text);

const orderEntity = v.object({
  id: orderId,
  amount: paise,
  currency: v.string(),
  receipt: v.nullish(v.string()),
  created_at: seconds,
});

export const paymentEntity = v.object({
  id: paymentId,
  order_id: v.nullish(v.string()),
  amount: paise,
  currency: v.string(),
  status: v.picklist(["created", "authorized", "captured", "refunded", "failed"]),
  /** False if the payment was not captured. Razorpay refunds an authorized payment that is never captured. */
  captured: v.nullish(v.boolean()),
  method: v.nullish(v.string()),
  error_description: v.nullish(v.string()),
  amount_refunded: v.nullish(paise),
  created_at: seconds,
});

export const refundEntity = v.object({
  id: refundId,
  payment_id: paymentId,
  amount: paise,
  currency: v.string(),
  /** The shop's reference. Missing, or a different text, for refunds made in Razorpay's dashboard. */
  receipt: v.nullish(v.string()),
  status: v.picklist(["pending", "processed", "failed"]),
});

export const disputeEntity = v.object({
  id: v.pipe(v.string(), v.regex(/^disp_[A-Za-z0-9]{1,40}$/)),
  amount: v.nullish(paise),
  status: v.nullish(v.picklist(["open", "under_review", "won", "lost", "closed"])),
  respond_by: v.nullish(seconds),
});

export type OrderEntity = v.InferOutput<typeof orderEntity>;
export type PaymentEntity = v.InferOutput<typeof paymentEntity>;
type RefundEntity = v.InferOutput<typeof refundEntity>;

/** The time after which an attempt with the status `created` no longer counts as in progress. */
const ATTEMPT_LIFE_MS = 15 * MINUTE;

export const isCaptured = ({ status, captured }: PaymentEntity): boolean =>
  status === "captured" || (status === "refunded" && captured === true);

/** True if the bank has authorized the expected amount, so that the shop can capture the payment. */
export const isWaiting = (
  { status, amount, currency }: PaymentEntity,
  expected: Pick<ProviderSessionRef, "amountPaise" | "currency">,
): boolean => status === "authorized" && amount === expected.amountPaise && currency === expected.currency;

/** Returns the state of a payment from its attempts. If one attempt succeeded, the failed ones do not matter. */
export function toOrderState(
  session: ProviderSessionRef,
  attempts: readonly PaymentEntity[],
  now: Date,
): ProviderState {
  const { sessionId } = session;
  const paid = attempts.find(isCaptured);
  if (paid) return toProviderState(sessionId, "captured", paid);
  const pending = attempts.find(
    (attempt) =>
      isWaiting(attempt, session) ||
      (attempt.status === "created" && now.getTime() < attempt.created_at * SECOND + ATTEMPT_LIFE_MS),
  );
  if (pending) return toProviderState(sessionId, "processing", pending);
  const failed = attempts.find(({ status }) => status === "failed");
  return failed ? toProviderState(sessionId, "failed", failed) : { ...session, fact: null };
}

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
  { id, payment_id, amount, currency, status }: RefundEntity,
): RefundState => ({
  refundId: id,
  sessionId,
  reference,
  paymentId: payment_id,
  fact: status,
  amountPaise: amount,
  currency,
  ...(status === "failed" && { reason: "The customer's bank did not accept the refund." }),
});

/** True if the refund was made in Razorpay's dashboard and has not failed. */
export const isOfDashboard = ({ receipt, status }: RefundEntity): boolean =>
  readRefundReference(receipt ?? "") === null && status !== "failed";

/** Returns the refund with this reference, or else another attempt at the same refund that has not failed. */
export function findRefund(reference: string, refunds: readonly RefundEntity[]): RefundEntity | undefined {
  const refundId = readRefundReference(reference)?.id;
  const isSame = ({ receipt }: RefundEntity) =>
    refundId !== undefined && readRefundReference(receipt ?? "")?.id === refundId;
  return (
    refunds.find(({ receipt }) => receipt === reference) ??
    refunds.find((refund) => isSame(refund) && refund.status !== "failed")
  );
}
