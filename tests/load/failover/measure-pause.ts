import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil, waitUntilServed } from "../watch.ts";
import type { Stage } from "./two-shops.ts";

/** So long a scenario goes on after all is well. */
export const AFTERWARDS_MS = 5_000;

/** The longest time without an acknowledged order since a moment, once both shops are ready and acknowledge some again. */
export async function measurePause({ customers, near, far }: Stage, since: number): Promise<number> {
  await waitUntil("orders are acknowledged again", () => customers.findGap(since + 500) > 0, 10);
  await Promise.all([near, far].map((shop) => waitUntilServed(shop.url, "/readyz")));
  await sleep(AFTERWARDS_MS);
  return customers.findGap(since);
}
