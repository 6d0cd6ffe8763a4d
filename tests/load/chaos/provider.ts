import { openRazorpayServer, type RazorpayServer } from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { type Checkout, checkOutAll, planCheckouts } from "./checkout.ts";
import { runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { troubles } from "./provider-troubles.ts";
import { openElsewhere, openWindow, payAfterAll, findUnpaid } from "./provider-payments.ts";

const BUYERS_EACH = 24;

const ORDERED_WITHIN_MS = 9_000;

export const provider: Scenario = {
  name: "provider",
  summary: "the payment provider refuses, hangs, hangs up, redirects, babbles and lies, during checkouts",
  threat: "T28",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(run) {
    const razorpay = await openRazorpayServer();
    const elsewhere = await openElsewhere();
    const crowdOptions = { rounds: troubles.length, buyers: BUYERS_EACH, settings: razorpay.settings };
    try {
      return await runInShop(run, crowdOptions, async ({ shop, listBuyers, rareIn }) => {
        const figures: Figure[] = [];
        for (const [round, { name, behave }] of troubles.entries()) {
          const seen = planCheckouts(listBuyers(round), rareIn(round)).checkouts;
          razorpay.behave = behave(elsewhere.url);
          figures.push(...(await playRound(run, shop, { name, razorpay, checkouts: seen })));
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

async function playRound(
  run: ScenarioRun,
  shop: Shop,
  { name, razorpay, checkouts }: Round,
): Promise<Figure[]> {
  for (const checkout of checkouts) checkout.pays = false;
  const seen = { ...planCheckouts([], ""), checkouts };
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  const orderedWithin = seen.longestAnswerMs;
  const placed = checkouts.filter(({ orderId }) => orderId !== null);
  const spoiled = await Promise.all(placed.map((checkout) => openWindow(shop, checkout)));

  razorpay.behave = null;
  const began = performance.now();
  await Promise.all(placed.map((checkout, index) => payAfterAll(shop, razorpay, checkout, index)));
  run.say(
    `${name}: ${placed.length} orders within ${Math.round(orderedWithin)} ms; ` +
      `paid ${Math.round(performance.now() - began)} ms after it was well`,
  );
  return [
    toTimeFigure("order answered", orderedWithin, ORDERED_WITHIN_MS),
    toTimeFigure("window answered", Math.max(...spoiled.map(({ ms }) => ms)), ORDERED_WITHIN_MS),
    toNoneFigure(
      "windows answered with other than 503",
      spoiled.filter(({ status }) => status !== 503).map(({ status }) => `${name}: ${status}`),
    ),
    ...(await readLedger(shop, seen)),
    toNoneFigure("paid here and not there", findUnpaid(razorpay, checkouts)),
  ];
}
