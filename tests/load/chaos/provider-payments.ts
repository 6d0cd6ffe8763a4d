import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmPaymentReturn, openPaymentWindow, receiveRazorpayWebhook } from "#shop/payments/endpoints.ts";
import type { RazorpayServer } from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/shop.ts";
import type { Checkout } from "./checkout.ts";

async function call(shop: Shop, { member }: Checkout, path: string, body: unknown) {
  const began = performance.now();
  const response = await fetch(shop.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${member.token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  const answer = (await response?.json().catch(() => ({}))) as { providerOrderId?: string } | undefined;
  return { status: response?.status ?? 0, answer: answer ?? {}, ms: performance.now() - began };
}

export const openWindow = (shop: Shop, checkout: Checkout) =>
  call(shop, checkout, openPaymentWindow.path, { orderId: checkout.orderId, again: true });

/**
 * Pays in three ways by turns: the browser brings the proof, the webhook comes, or no one says a word and the
 * reconciler finds it.
 */
export async function payAfterAll(
  shop: Shop,
  razorpay: RazorpayServer,
  checkout: Checkout,
  place: number,
): Promise<void> {
  const giveUp = performance.now() + RECOVERED_WITHIN_MS;
  let window = await openWindow(shop, checkout);
  while (window.status !== 200 && performance.now() < giveUp) {
    await sleep(500);
    window = await openWindow(shop, checkout);
  }
  const { providerOrderId } = window.answer;
  if (!providerOrderId) throw new Error(`No window after the provider was well: ${window.status}`);
  const payment = razorpay.pay(providerOrderId);
  checkout.isCharged = true;
  if (place % 3 === 0)
    await call(shop, checkout, confirmPaymentReturn.path, {
      orderId: checkout.orderId,
      proof: razorpay.proofOf(payment),
    });
  if (place % 3 === 1) {
    const { body, headers } = razorpay.message("payment.captured", { payment });
    await fetch(shop.url + receiveRazorpayWebhook.path, { method: "POST", headers, body });
  }
}

export function findUnpaid(razorpay: RazorpayServer, checkouts: readonly Checkout[]): string[] {
  const captured = razorpay.payments.filter((each) => each.captured).length;
  const charged = checkouts.filter(({ isCharged }) => isCharged).length;
  return captured >= charged ? [] : [`${charged - captured} more than were captured`];
}

/** Opens a server where a redirect would lead; no one should ever come. */
export async function openElsewhere() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits++;
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`,
    visits: () => visits,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Calls of the provider time out after 8 s, and the circuit breaker rests for 15 s. */
const RECOVERED_WITHIN_MS = 60_000;
