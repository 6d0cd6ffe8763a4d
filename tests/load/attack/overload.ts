import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../support/shop.ts";
import { readResidentMegabytes } from "../resident-memory.ts";
import { type Figure, toNoneFigure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { runInShop } from "./attacked-shop.ts";
import { type Kind, kinds, type Served } from "./crowd.ts";
import { CROWDS, fillCarts, sendCrowd } from "./overload-crowds.ts";

const TIMES_PEAK = 5;

const GOODPUT_LEFT = 0.8;

const REFUSED_WITHIN_MS = 50;

const MEMORY_BACK = 1.2;

const MEMORY_BACK_AFTER_MS = 60_000;

export const overload: Scenario = {
  name: "overload",
  summary: "five times as many new pages, searches and cart changes as can be served",
  threat: "T36",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(run) {
    const seconds = run.isShort ? 4 : 20;
    const metricsPort = await findFreePort();
    return runInShop(run, { METRICS_PORT: String(metricsPort) }, async (shop) => {
      const carts = await fillCarts(shop);
      let first = 0;
      const send = async (load: { atOnce: number } | { aSecond: number }) => {
        const during = "atOnce" in load ? seconds / 2 : seconds;
        const served = await sendCrowd({ shopUrl: shop.url, ...carts, seconds: during, first, ...load });
        first += served.sent;
        return served;
      };
      const peak = await findPeak(send, run);
      const before = await readResidentMegabytes(metricsPort);
      const flooded = await send({ aSecond: sumCounts(peak) * TIMES_PEAK });
      const most = await readResidentMegabytes(metricsPort);
      const served = toPerSecond(flooded, seconds);
      run.say(
        `${Math.round(flooded.sent / seconds)} sent a second: ${describe(served)} served, p99 ${Math.round(flooded.servedP99)} ms; ` +
          `${Math.round(flooded.refused / seconds)} refused; ${flooded.late} not sent for want of connections`,
      );
      if (!run.isShort) await sleep(MEMORY_BACK_AFTER_MS);
      const after = await readResidentMegabytes(metricsPort);
      run.say(`memory: ${before} MB before, ${most} MB at the end of it, ${after} MB afterwards`);
      return [
        {
          what: "share of the peak that is still served",
          value: share(sumCounts(served), sumCounts(peak)),
          unit: "%",
          atLeast: 100 * GOODPUT_LEFT,
        },
        toTimeFigure("p99 of refusals", flooded.refusedP99, REFUSED_WITHIN_MS),
        toNoneFigure("refusals without Retry-After, or of another kind", flooded.odd),
        ...(run.isShort ? [] : [toMemoryFigure(after, before)]),
      ];
    });
  },
};

type ByKind = Record<Kind, number>;

/** Finds the most answers a second: those of the crowd that gets the most. */
async function findPeak(
  send: (load: { atOnce: number }) => Promise<Served>,
  run: ScenarioRun,
): Promise<ByKind> {
  let peak: ByKind = { page: 0, search: 0, cart: 0 };
  for (const atOnce of CROWDS) {
    const usual = await send({ atOnce });
    const served = toPerSecond(usual, run.isShort ? 2 : 10);
    run.say(`${atOnce} at once: ${describe(served)} a second, p99 ${Math.round(usual.servedP99)} ms`);
    if (sumCounts(served) > sumCounts(peak)) peak = served;
  }
  return peak;
}

const toPerSecond = ({ served }: Served, seconds: number): ByKind => ({
  page: served.page / seconds,
  search: served.search / seconds,
  cart: served.cart / seconds,
});

const sumCounts = (counts: ByKind): number => counts.page + counts.search + counts.cart;

const describe = (counts: ByKind): string =>
  kinds.map((kind) => `${Math.round(counts[kind])} × ${kind}`).join(", ");

const toMemoryFigure = (after: number, before: number): Figure => ({
  what: "memory a minute later, of that before",
  value: share(after, before),
  unit: "%",
  atMost: 100 * MEMORY_BACK,
});

const share = (part: number, whole: number): number => Math.round((100 * part) / whole);
