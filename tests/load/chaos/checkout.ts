import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { Member } from "./crowd.ts";
import { PLENTY } from "./seed-crowd.ts";
import { sendPost, type Visit } from "./shop-calls.ts";
import { payByCard, retryUntilFinal } from "./pay-by-card.ts";

/** One customer's checkout, as the page does it: one key until there is a final answer, and then the payment. */
export interface Checkout {
  member: Member;
  key: string;
  productId: string;
  pays: boolean;
  /** The order that the shop acknowledged. */
  orderId: string | null;
  /** When it did, by `performance.now()`. */
  acknowledgedAt: number;
  /** The final refusal: `shortage`. */
  refusal: string | null;
  /** The bank has taken the money. */
  isCharged: boolean;
}

/** The results of a round, as its customers saw them. */
export interface Seen {
  checkouts: Checkout[];
  /** How often each status came; 0 is not an answer at all. */
  statuses: Map<number, number>;
  /** Answers that no one should ever get: 5xx other than 503, 503 without Retry-After, unknown refusals. */
  anomalies: string[];
  longestAnswerMs: number;
  /** Counts so far, for those who wait for a moment. */
  acknowledged: number;
  windows: number;
  charged: number;
}

/** Half of the customers want the rare piece, and half of all mean to pay. */
export function planCheckouts(crowd: readonly Member[], rareId: string): Seen {
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

/** Until it is through, however often it has to be asked for. */
export async function checkOut(visit: Visit, checkout: Checkout): Promise<void> {
  const placed = await retryUntilFinal(visit, (once) =>
    sendPost(once, placeOrder.path, checkout.member, buildOrder(checkout), checkout.key),
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

const buildOrder = ({ productId }: Checkout) => ({ items: [{ productId, quantity: 1 }], shippingAddress });

/** The statuses in one line: `200 × 301, 503 × 12`. */
export const formatStatuses = ({ statuses }: Seen): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status === 0 ? "no answer" : status} × ${times}`)
    .join(", ");
