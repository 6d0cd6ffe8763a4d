import { setTimeout as sleep } from "node:timers/promises";
import { addToCart } from "#shop/cart/endpoints.ts";
import { findFreePort } from "../../support/processes.ts";
import type { Shop } from "../../support/shop.ts";
import { createVictim, expectDone, findFirstProduct, repeatTimes, sendVolley } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { runThread } from "../thread.ts";
import { readResidentMegabytes } from "../watch.ts";
import { type CrowdLoad, type Kind, kinds, type CrowdResult } from "./crowd-thread.ts";

const TIMES_PEAK = 5;
const SERVED_SHARE = 80;
const REFUSED_WITHIN_MS = 50;
const MEMORY_SHARE = 120;
const MEMORY_BACK_AFTER_MS = 60_000;
/** Numbers of concurrent visitors. The scenario tries each number to find the peak. The first one is for warming up. */
const CROWDS = [32, 32, 96, 192];
/** The number of customers. With fewer, each would change the cart more often than its rate limit allows. */
const CUSTOMERS = 240;

type Load = { atOnce: number } | { aSecond: number };

export const overload: Scenario = {
  name: "overload",
  summary: "five times as many uncached pages, searches and cart changes as the shop can serve",
  threat: "T36",
  engines: ["embedded", "server"],
  inShortForm: true,
  async run(run) {
    const seconds = run.isShort ? 3 : 20;
    const metricsPort = await findFreePort();
    return runInShop(run, { METRICS_PORT: String(metricsPort) }, async (shop) => {
      const carts = await fillCarts(shop, run.isShort ? 24 : CUSTOMERS);
      let first = 0;
      const send = async (load: Load) => {
        const during = "atOnce" in load ? seconds / 2 : seconds;
        const served = await sendCrowd({ shopUrl: shop.url, ...carts, seconds: during, first, ...load });
        first += served.sent;
        return served;
      };
      const peak = await findPeak(send, run, seconds / 2);
      const memoryBefore = await readResidentMegabytes(metricsPort);
      const flooded = await send({ aSecond: sumCounts(peak) * TIMES_PEAK });
      const most = await readResidentMegabytes(metricsPort);
      const served = toPerSecond(flooded, seconds);
      run.say(
        `${Math.round(flooded.sent / seconds)} sent a second: ${describe(served)} served, p99 ${Math.round(flooded.servedP99)} ms; ` +
          `${Math.round(flooded.refused / seconds)} refused; ${flooded.late} not sent because all connections were in use`,
      );
      const figures = [
        toTimeFigure("p99 of refusals", flooded.refusedP99, REFUSED_WITHIN_MS),
        toNoneFigure("refusals without Retry-After or with another status", flooded.odd),
        { what: "requests without a response", value: flooded.unanswered, atMost: 0, isTimed: true } as const,
      ];
      if (run.isShort) return figures;
      await sleep(MEMORY_BACK_AFTER_MS);
      const after = await readResidentMegabytes(metricsPort);
      run.say(`memory: ${memoryBefore} MB before, ${most} MB at its end, ${after} MB afterwards`);
      return [
        {
          what: "share of the peak that is still served",
          value: toPercent(sumCounts(served), sumCounts(peak)),
          unit: "%",
          atLeast: SERVED_SHARE,
        },
        ...figures,
        {
          what: "memory a minute later, relative to before",
          value: toPercent(after, memoryBefore),
          unit: "%",
          atMost: MEMORY_SHARE,
        },
      ];
    });
  },
};

/** Registers customers and puts a product into each cart. Returns their access tokens and the product. */
async function fillCarts(shop: Shop, customers: number): Promise<Pick<CrowdLoad, "tokens" | "productId">> {
  const productId = await findFirstProduct(shop);
  const tokens = await sendVolley(repeatTimes(customers, String), 4, async () => {
    const { accessToken: token } = await createVictim(shop);
    await expectDone(shop, addToCart.path, { productId, quantity: 1 }, { token });
    return token;
  });
  return { tokens, productId };
}

/** Sends the requests from a worker thread, so that reading responses does not delay sending. */
const sendCrowd = (crowd: CrowdLoad): Promise<CrowdResult> =>
  runThread(new URL("crowd-thread.ts", import.meta.url), crowd);

type CountByKind = Record<Kind, number>;

/**
 * Returns the highest number of responses a second, by kind of request, that the shop reached with any of the crowds.
 */
async function findPeak(
  send: (load: Load) => Promise<CrowdResult>,
  run: ScenarioRun,
  seconds: number,
): Promise<CountByKind> {
  let peak: CountByKind = { page: 0, search: 0, cart: 0 };
  for (const atOnce of run.isShort ? CROWDS.slice(1, 2) : CROWDS) {
    const usual = await send({ atOnce });
    const served = toPerSecond(usual, seconds);
    run.say(`${atOnce} at once: ${describe(served)} a second, p99 ${Math.round(usual.servedP99)} ms`);
    if (sumCounts(served) > sumCounts(peak)) peak = served;
  }
  return peak;
}

const toPerSecond = ({ served }: CrowdResult, seconds: number): CountByKind => ({
  page: served.page / seconds,
  search: served.search / seconds,
  cart: served.cart / seconds,
});

const sumCounts = (counts: CountByKind): number => counts.page + counts.search + counts.cart;

const describe = (counts: CountByKind): string =>
  kinds.map((kind) => `${Math.round(counts[kind])} × ${kind}`).join(", ");

const toPercent = (part: number, whole: number): number => Math.round((100 * part) / whole);
