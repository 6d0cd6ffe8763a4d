import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../support/shop.ts";
import type { Seen } from "../chaos/checkout.ts";
import { sendHit, sendVolley } from "./calls.ts";

const SETTLED_WITHIN_MS = 30_000;

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
