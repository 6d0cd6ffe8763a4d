// Simulates customers who repeat an order with the same idempotency key until it is accepted or refused, and then pay.

import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { confirmPaymentReturn, openPaymentWindow } from "#shop/payments/endpoints.ts";
import type { RazorpayServer } from "../support/razorpay-server.ts";
import { shippingAddress } from "../support/samples.ts";
import type { Shop } from "../support/journey-shop.ts";
import { type Member, PLENTY } from "./crowded-shop.ts";

const RETRY_AFTER_MS = 400;
const RESPONSE_WITHIN_MS = 30_000;

export interface Checkout {
  member: Member;
  key: string;
  productId: string;
  pays: boolean;
  orderId: string | null;
  acknowledgedAt: number;
  /** The code of the final error response, such as `shortage`; null if there is none. */
  refusal: string | null;
  isCharged: boolean;
}

export interface RoundResult {
  checkouts: Checkout[];
  statuses: Map<number, number>;
  /** Errors, and responses that must never occur: 503 without Retry-After, another 5xx, or an unexpected error code. */
  anomalies: string[];
  longestAnswerMs: number;
  acknowledged: number;
  windows: number;
  charged: number;
}

/** `giveUp` aborts all calls. */
export interface Visit {
  shopUrl: string;
  seen: RoundResult;
  giveUp: AbortSignal;
}

export interface Answer {
  status: number;
  code: string;
  body: unknown;
}

/** Half of the customers order the rare product, and every second customer pays. */
export function planCheckouts(crowd: readonly Member[], rareId: string): RoundResult {
  const checkouts = crowd.map((member, index) => ({
    member,
    key: generateUuid(),
    productId: index % 4 < 2 ? rareId : PLENTY,
    pays: index % 2 === 0,
    orderId: null,
    acknowledgedAt: 0,
    refusal: null,
    isCharged: false,
  }));
  const counts = { longestAnswerMs: 0, acknowledged: 0, windows: 0, charged: 0 };
  return { checkouts, statuses: new Map(), anomalies: [], ...counts };
}

export async function checkOutAll(shopUrl: string, seen: RoundResult, giveUp: AbortSignal): Promise<void> {
  const unexpected = (cause: unknown) => {
    if (!giveUp.aborted) seen.anomalies.push(String(cause));
  };
  await Promise.all(
    seen.checkouts.map((checkout) => checkOut({ shopUrl, seen, giveUp }, checkout).catch(unexpected)),
  );
}

export async function checkOut(visit: Visit, checkout: Checkout): Promise<void> {
  const order = { items: [{ productId: checkout.productId, quantity: 1 }], shippingAddress };
  const placed = await retryUntilFinal(visit, (once) =>
    sendPost(once, placeOrder.path, checkout.member, order, checkout.key),
  );
  if (placed.status !== 200) {
    checkout.refusal = placed.code;
    if (placed.code !== "shortage")
      visit.seen.anomalies.push(`POST ${placeOrder.path}: ${placed.status} ${placed.code}`);
    return;
  }
  checkout.orderId = (placed.body as { order: { orderId: string } }).order.orderId;
  checkout.acknowledgedAt = performance.now();
  visit.seen.acknowledged++;
  if (checkout.pays) await payByCard(visit, checkout, checkout.orderId);
}

export async function payByCard(visit: Visit, checkout: Checkout, orderId: string): Promise<void> {
  for (;;) {
    const opened = await retryUntilFinal(visit, (once) =>
      sendPost(once, openPaymentWindow.path, checkout.member, { orderId, again: true }),
    );
    if (opened.code === "paid") break;
    if (opened.status !== 200) {
      visit.seen.anomalies.push(`POST ${openPaymentWindow.path}: ${opened.status} ${opened.code}`);
      return;
    }
    visit.seen.windows++;
    const { window } = opened.body as { window: string };
    const paid = await ask(visit, `${window}/card`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ number: "4111 1111 1111 1111", expiry: "12/30", cvv: "123", name: "Asha" }),
    });
    if (paid?.status === 303) break;
    await waitBeforeRetry(visit);
  }
  checkout.isCharged = true;
  visit.seen.charged++;
}

export async function openRazorpayWindow(shop: Shop, checkout: Checkout): Promise<string> {
  const { orderId, member } = checkout;
  const visit = { shopUrl: shop.url, seen: planCheckouts([], ""), giveUp: AbortSignal.timeout(60_000) };
  const opened = await retryUntilFinal(visit, (once) =>
    sendPost(once, openPaymentWindow.path, member, { orderId, again: true }),
  );
  const { providerOrderId } = opened.body as { providerOrderId?: string };
  if (!providerOrderId) throw new Error(`No payment window for ${orderId}: ${opened.status}`);
  return providerOrderId;
}

/** Pays in Razorpay's window, and sends the payment's signature to the shop as the page does. */
export async function payByRazorpay(shop: Shop, razorpay: RazorpayServer, checkout: Checkout): Promise<void> {
  const payment = razorpay.pay(await openRazorpayWindow(shop, checkout));
  checkout.isCharged = true;
  const visit = { shopUrl: shop.url, seen: planCheckouts([], ""), giveUp: AbortSignal.timeout(60_000) };
  const { orderId, member } = checkout;
  await sendPost(visit, confirmPaymentReturn.path, member, { orderId, proof: razorpay.proofOf(payment) });
}

export async function retryUntilFinal(
  visit: Visit,
  once: (visit: Visit) => Promise<Answer | null>,
): Promise<Answer> {
  for (;;) {
    const answer = await once(visit);
    if (answer && answer.status < 500) return answer;
    await waitBeforeRetry(visit);
  }
}

const waitBeforeRetry = ({ giveUp }: Visit) =>
  sleep(RETRY_AFTER_MS * (0.5 + Math.random()), undefined, { signal: giveUp });

/** Sends a customer's POST request. Returns null if no response arrived. */
export async function sendPost(
  visit: Visit,
  path: string,
  member: Member,
  body: unknown,
  key?: string,
): Promise<Answer | null> {
  const answer = await ask(visit, path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${member.token}`,
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
    },
    body: JSON.stringify(body),
  });
  if (!answer) return null;
  const parsed = JSON.parse(answer.text === "" ? "{}" : answer.text) as { code?: string };
  return { status: answer.status, code: parsed.code ?? "", body: parsed };
}

export async function ask(
  { shopUrl, seen, giveUp }: Visit,
  path: string,
  request: RequestInit,
): Promise<{ status: number; text: string } | null> {
  giveUp.throwIfAborted();
  const began = performance.now();
  const count = (status: number) => {
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, performance.now() - began);
  };
  try {
    const signal = AbortSignal.any([giveUp, AbortSignal.timeout(RESPONSE_WITHIN_MS)]);
    const response = await fetch(shopUrl + path, { ...request, signal });
    const text = await response.text();
    const { status } = response;
    if (status === 503 && response.headers.get("retry-after") === null)
      seen.anomalies.push(`${path}: 503 without Retry-After`);
    if (status >= 500 && status !== 503) seen.anomalies.push(`${path}: ${status} ${text.slice(0, 200)}`);
    count(status);
    return { status, text };
  } catch {
    giveUp.throwIfAborted();
    count(0);
    return null;
  }
}

export const formatStatuses = ({ statuses }: RoundResult): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status === 0 ? "no answer" : status} × ${times}`)
    .join(", ");
