import { setTimeout as sleep } from "node:timers/promises";
import type { Shop } from "../../support/shop.ts";
import type { Seen } from "../chaos/checkout.ts";
import { hit, volley } from "./calls.ts";

const SETTLED_WITHIN_MS = 30_000;

export async function statesOf(shop: Shop, { checkouts }: Seen): Promise<string[]> {
  const hits = await volley(checkouts, 10, ({ orderId, member }) =>
    hit(shop.url, { path: `/api/orders/${orderId}`, token: member.token }),
  );
  return hits.map(
    ({ text }) => (JSON.parse(text) as { order: { paymentStatus: string } }).order.paymentStatus,
  );
}

export async function untilAll(shop: Shop, seen: Seen, wanted: string): Promise<string[]> {
  const giveUp = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const others = (await statesOf(shop, seen)).filter((state) => state !== wanted);
    if (others.length === 0 || performance.now() > giveUp) return others;
    await sleep(300);
  }
}
