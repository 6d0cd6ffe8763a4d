import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../support/shop.ts";
import { checkOutAll, planCheckouts, type Seen } from "../chaos/checkout.ts";
import type { Member } from "../chaos/crowd.ts";
import { PLENTY } from "../chaos/seed-crowd.ts";
import { sendHit, sendVolley } from "./calls.ts";

const SETTLED_WITHIN_MS = 30_000;

/** An order for each of them, which no one pays. */
export async function placeUnpaid(shop: Shop, buyers: readonly Member[], rareId: string): Promise<Seen> {
  const seen = planCheckouts(buyers, rareId);
  for (const checkout of seen.checkouts) Object.assign(checkout, { pays: false, productId: PLENTY });
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  return seen;
}

export async function readStates(shop: Shop, { checkouts }: Seen): Promise<string[]> {
  const hits = await sendVolley(checkouts, 10, ({ orderId, member }) =>
    sendHit(shop.url, { path: `/api/orders/${orderId}`, token: member.token }),
  );
  return hits.map(
    ({ text }) => (JSON.parse(text) as { order: { paymentStatus: string } }).order.paymentStatus,
  );
}

export async function waitForAll(
  shop: Shop,
  seen: Seen,
  wanted: string,
  withinMs = SETTLED_WITHIN_MS,
): Promise<string[]> {
  const giveUp = performance.now() + withinMs;
  for (;;) {
    const others = (await readStates(shop, seen)).filter((state) => state !== wanted);
    if (others.length === 0 || performance.now() > giveUp) return others;
    await sleep(300);
  }
}
