import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmPaymentReturn, openPaymentWindow, receiveRazorpayWebhook } from "#shop/payments/endpoints.ts";
import { openRazorpayServer, type RazorpayServer } from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, none, type Scenario, type Stage, within } from "../scenario.ts";
import { type Checkout, checkOutAll, plan } from "./checkout.ts";
import { inShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { troubles } from "./provider-troubles.ts";

const BUYERS_EACH = 24;

const ORDERED_WITHIN_MS = 9_000;

/** The provider's patience is 8 s, and the circuit breaker rests for 15 s. */
const RECOVERED_WITHIN_MS = 60_000;

export const provider: Scenario = {
  name: "provider",
  summary: "the payment provider refuses, hangs, hangs up, redirects, babbles and lies, during checkouts",
  threat: "T28",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(stage) {
    const razorpay = await openRazorpayServer();
    const elsewhere = await openElsewhere();
    const wish = { rounds: troubles.length, buyers: BUYERS_EACH, settings: razorpay.settings };
    try {
      return await inShop(stage, wish, async ({ shop, crowdIn, rareIn }) => {
        const figures: Figure[] = [];
        for (const [round, { name, behave }] of troubles.entries()) {
          const seen = plan(crowdIn(round), rareIn(round)).checkouts;
          razorpay.behave = behave(elsewhere.url);
          figures.push(...(await playRound(stage, shop, { name, razorpay, checkouts: seen })));
        }
        return [...figures, { what: "redirects followed", value: elsewhere.visits(), atMost: 0 }];
      });
    } finally {
      await razorpay.close();
      await elsewhere.close();
    }
  },
};

interface Round {
  name: string;
  razorpay: RazorpayServer;
  checkouts: Checkout[];
}

async function playRound(stage: Stage, shop: Shop, { name, razorpay, checkouts }: Round): Promise<Figure[]> {
  for (const checkout of checkouts) checkout.pays = false;
  const seen = { ...plan([], ""), checkouts };
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  const orderedWithin = seen.longestAnswerMs;
  const placed = checkouts.filter(({ orderId }) => orderId !== null);
  const spoiled = await Promise.all(placed.map((checkout) => openWindow(shop, checkout)));

  razorpay.behave = null;
  const began = performance.now();
  await Promise.all(placed.map((checkout, place) => payAfterAll(shop, razorpay, checkout, place)));
  stage.say(
    `${name}: ${placed.length} orders within ${Math.round(orderedWithin)} ms; ` +
      `paid ${Math.round(performance.now() - began)} ms after it was well`,
  );
  return [
    within("order answered", orderedWithin, ORDERED_WITHIN_MS),
    within("window answered", Math.max(...spoiled.map(({ ms }) => ms)), ORDERED_WITHIN_MS),
    none(
      "windows answered with other than 503",
      spoiled.filter(({ status }) => status !== 503).map(({ status }) => `${name}: ${status}`),
    ),
    ...(await readLedger(shop, seen)),
    none("paid here and not there", unpaidThere(razorpay, checkouts)),
  ];
}

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

const openWindow = (shop: Shop, checkout: Checkout) =>
  call(shop, checkout, openPaymentWindow.path, { orderId: checkout.orderId, again: true });

/** By turns the browser brings the proof, the webhook comes, and no one says a word: the reconciler finds that one. */
async function payAfterAll(
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

function unpaidThere(razorpay: RazorpayServer, checkouts: readonly Checkout[]): string[] {
  const captured = razorpay.payments.filter((each) => each.captured).length;
  const charged = checkouts.filter(({ isCharged }) => isCharged).length;
  return captured >= charged ? [] : [`${charged - captured} more than were captured`];
}

/** Where a redirect would lead; no one should ever come. */
async function openElsewhere() {
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
