import { setTimeout as sleep } from "node:timers/promises";
import { ledgerErrors } from "../../support/books.ts";
import { shippingAddress } from "../../support/trading.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, none } from "../scenario.ts";
import type { Checkout, Seen } from "./checkout.ts";
import { RARE_PIECES } from "./seed-crowd.ts";
import { moneyErrors, promises } from "./ledger-promises.ts";

/** The reconciler asks every 30 s, and delivery tries again within minutes; longer than both take together. */
const AT_REST_WITHIN_MS = 90_000;

/** Waits until what was charged is paid in the eyes of its customers. Returns those that are not. */
async function untilPaid(shopUrl: string, { checkouts }: Seen): Promise<string[]> {
  const giveUp = performance.now() + AT_REST_WITHIN_MS;
  let open = checkouts.filter(({ isCharged }) => isCharged);
  for (;;) {
    const states = await Promise.all(open.map((checkout) => paymentStatusOf(shopUrl, checkout)));
    open = open.filter((_, place) => states[place] !== "Completed");
    if (open.length === 0 || performance.now() > giveUp) break;
    await sleep(500);
  }
  return open.map(({ orderId }) => `${orderId} was charged and is not paid`);
}

async function paymentStatusOf(shopUrl: string, { orderId, member }: Checkout): Promise<string | null> {
  const answer = await fetch(`${shopUrl}/api/orders/${orderId}`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (answer?.status !== 200) return null;
  const { order } = (await answer.json()) as { order: { paymentStatus: string } };
  return order.paymentStatus;
}

/** Everything a round has to leave behind: each promise kept once, and the books sound. */
export async function readLedger(shop: Shop, seen: Seen, pieces = RARE_PIECES): Promise<Figure[]> {
  const unpaid = await untilPaid(shop.url, seen);
  return shop.behindTheCounter(async (db) => [
    ...(await promises(db, seen, pieces)),
    none("charged, not paid", unpaid),
    none("secrets or personal data in the log", toldByLog(shop.log(), seen)),
    none("money without an order, or twice", await moneyErrors(db)),
    none(
      "faults in the books",
      (await ledgerErrors(db)).map(({ about, fault }) => `${about}: ${fault}`),
    ),
  ]);
}

/** What of its customers a shop's log may never say (security §11). */
function toldByLog(log: string, { checkouts }: Seen): string[] {
  const { phoneNumber, street } = shippingAddress;
  const canaries = [phoneNumber, street, ...checkouts.flatMap(({ member }) => [member.token, member.email])];
  return canaries.filter((canary) => log.includes(canary));
}
