import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "#platform/ids.ts";
import { IDEMPOTENCY_HEADER, placeOrder } from "#shop/orders/endpoints.ts";
import { openPaymentWindow } from "#shop/payments/endpoints.ts";
import { shippingAddress } from "../../support/trading.ts";
import { type Member, PLENTY } from "./crowd.ts";

/** One customer's checkout, as the page does it: one key until there is a final answer, and then the payment. */
export interface Checkout {
  member: Member;
  key: string;
  productId: string;
  pays: boolean;
  /** What the shop acknowledged. */
  orderId: string | null;
  /** The final refusal: `shortage`. */
  refusal: string | null;
  /** The bank has taken the money. */
  isCharged: boolean;
}

/** What the customers of a round saw. */
export interface Seen {
  checkouts: Checkout[];
  /** How often each status came; 0 is no answer at all. */
  statuses: Map<number, number>;
  /** Answers that no one should ever get: 5xx other than 503, 503 without Retry-After, unknown refusals. */
  anomalies: string[];
  longestAnswerMs: number;
  /** What has happened so far, for those who wait for a moment. */
  acknowledged: number;
  windows: number;
  charged: number;
}

const ANSWER_WITHIN_MS = 30_000;
const BEFORE_TRYING_AGAIN_MS = 400;

/** Half of the customers want the rare piece, and half of all mean to pay. */
export function plan(crowd: readonly Member[], rareId: string): Seen {
  const checkouts = crowd.map((member, place) => ({
    member,
    key: uuidv7(),
    productId: place % 4 < 2 ? rareId : PLENTY,
    pays: place % 2 === 0,
    orderId: null,
    refusal: null,
    isCharged: false,
  }));
  return {
    checkouts,
    statuses: new Map(),
    anomalies: [],
    longestAnswerMs: 0,
    acknowledged: 0,
    windows: 0,
    charged: 0,
  };
}

/** All of them at once, each until it is through; `giveUp` ends those who are not by then. */
export async function checkOutAll(shopUrl: string, seen: Seen, giveUp: AbortSignal): Promise<void> {
  const unexpected = (cause: unknown) => {
    if (!giveUp.aborted) seen.anomalies.push(String(cause));
  };
  await Promise.all(
    seen.checkouts.map((checkout) => checkOut({ shopUrl, seen, giveUp }, checkout).catch(unexpected)),
  );
}

interface Visit {
  shopUrl: string;
  seen: Seen;
  giveUp: AbortSignal;
}

async function checkOut(visit: Visit, checkout: Checkout): Promise<void> {
  const placed = await untilFinal(visit, (once) =>
    post(once, placeOrder.path, checkout.member, orderOf(checkout), checkout.key),
  );
  if (placed.status !== 200) {
    checkout.refusal = placed.code;
    if (placed.code !== "shortage")
      visit.seen.anomalies.push(`POST ${placeOrder.path}: ${placed.status} ${placed.code}`);
    return;
  }
  checkout.orderId = (placed.body as { order: { orderId: string } }).order.orderId;
  visit.seen.acknowledged++;
  if (checkout.pays) await payByCard(visit, checkout, checkout.orderId);
}

const orderOf = ({ productId }: Checkout) => ({ items: [{ productId, quantity: 1 }], shippingAddress });

/** With the test provider: its window, then the card. Who hears nothing asks for the window again. */
async function payByCard(visit: Visit, checkout: Checkout, orderId: string): Promise<void> {
  for (;;) {
    const opened = await untilFinal(visit, (once) =>
      post(once, openPaymentWindow.path, checkout.member, { orderId, again: true }),
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
    await patience(visit);
  }
  checkout.isCharged = true;
  visit.seen.charged++;
}

interface Answer {
  status: number;
  code: string;
  body: unknown;
}

async function untilFinal(visit: Visit, once: (visit: Visit) => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await once(visit);
    if (answer && answer.status !== 503 && answer.status < 500) return answer;
    await patience(visit);
  }
}

const patience = ({ giveUp }: Visit) =>
  sleep(BEFORE_TRYING_AGAIN_MS * (0.5 + Math.random()), undefined, { signal: giveUp });

async function post(
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

async function ask(
  { shopUrl, seen, giveUp }: Visit,
  path: string,
  request: RequestInit,
): Promise<{ status: number; text: string } | null> {
  giveUp.throwIfAborted();
  const began = performance.now();
  try {
    const signal = AbortSignal.any([giveUp, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const response = await fetch(shopUrl + path, { ...request, signal });
    const text = await response.text();
    const { status } = response;
    count(seen, status);
    if (status === 503 && response.headers.get("retry-after") === null)
      seen.anomalies.push(`${path}: 503 without Retry-After`);
    if (status >= 500 && status !== 503) seen.anomalies.push(`${path}: ${status} ${text.slice(0, 200)}`);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, performance.now() - began);
    return { status, text };
  } catch {
    giveUp.throwIfAborted();
    count(seen, 0);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, performance.now() - began);
    return null;
  }
}

const count = ({ statuses }: Seen, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

/** The statuses in one line: `200 × 301, 503 × 12`. */
export const statusesOf = ({ statuses }: Seen): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status === 0 ? "no answer" : status} × ${times}`)
    .join(", ");
