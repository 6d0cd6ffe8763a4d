import { setTimeout as sleep } from "node:timers/promises";
import { findLedgerErrors } from "../../support/ledger-errors.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import type { Checkout, Seen } from "./checkout.ts";
import { RARE_PIECES } from "./seed-crowd.ts";
import { findMoneyErrors, checkPromises } from "./ledger-promises.ts";

/** The reconciler asks every 30 s, and delivery tries again within minutes; longer than both take together. */
const AT_REST_WITHIN_MS = 90_000;

/** Waits until what was charged is paid in the eyes of its customers. Returns those that are not. */
async function waitUntilPaid(shopUrl: string, { checkouts }: Seen): Promise<string[]> {
  const giveUp = performance.now() + AT_REST_WITHIN_MS;
  let open = checkouts.filter(({ isCharged }) => isCharged);
  for (;;) {
    const states = await Promise.all(open.map((checkout) => readPaymentStatus(shopUrl, checkout)));
    open = open.filter((_, index) => states[index] !== "Completed");
    if (open.length === 0 || performance.now() > giveUp) break;
    await sleep(500);
  }
  return open.map(({ orderId }) => `${orderId} was charged and is not paid`);
}

async function readPaymentStatus(shopUrl: string, { orderId, member }: Checkout): Promise<string | null> {
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
  const unpaid = await waitUntilPaid(shop.url, seen);
  return shop.withDatabase(async (db) => [
    ...(await checkPromises(db, seen, pieces)),
    toNoneFigure("charged, not paid", unpaid),
    toNoneFigure("secrets or personal data in the log", listLogged(shop.log(), seen)),
    toNoneFigure("money without an order, or twice", await findMoneyErrors(db)),
    toNoneFigure(
      "faults in the books",
      (await findLedgerErrors(db)).map(({ about, fault }) => `${about}: ${fault}`),
    ),
  ]);
}

/** Lists the personal data of customers in a shop's log, which may never say any (security §11). */
function listLogged(log: string, { checkouts }: Seen): string[] {
  const { phoneNumber, street } = shippingAddress;
  const canaries = [phoneNumber, street, ...checkouts.flatMap(({ member }) => [member.token, member.email])];
  return canaries.filter((canary) => log.includes(canary));
}
