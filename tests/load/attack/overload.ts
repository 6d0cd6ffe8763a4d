import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../support/shop.ts";
import { type Figure, none, type Scenario, type Stage, within } from "../scenario.ts";
import { inShop } from "./attacked-shop.ts";
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
  async run(stage) {
    const seconds = stage.isShort ? 4 : 20;
    const metricsPort = await freePort();
    return inShop(stage, { METRICS_PORT: String(metricsPort) }, async (shop) => {
      const customers = await fillCarts(shop);
      let first = 0;
      const send = async (load: { atOnce: number } | { aSecond: number }) => {
        const during = "atOnce" in load ? seconds / 2 : seconds;
        const served = await sendCrowd({ shopUrl: shop.url, customers, seconds: during, first, ...load });
        first += served.sent;
        return served;
      };
      const peak = await findPeak(send, stage);
      const before = await residentMegabytes(metricsPort);
      const flooded = await send({ aSecond: total(peak) * TIMES_PEAK });
      const most = await residentMegabytes(metricsPort);
      const served = aSecondOf(flooded, seconds);
      stage.say(
        `${Math.round(flooded.sent / seconds)} sent a second: ${describe(served)} served, p99 ${Math.round(flooded.servedP99)} ms; ` +
          `${Math.round(flooded.refused / seconds)} refused; ${flooded.late} not sent for want of connections`,
      );
      if (!stage.isShort) await sleep(MEMORY_BACK_AFTER_MS);
      const after = await residentMegabytes(metricsPort);
      stage.say(`memory: ${before} MB before, ${most} MB at the end of it, ${after} MB afterwards`);
      return [
        ...kinds.map((kind) => ({
          what: `share of the peak that is still served: ${kind}`,
          value: share(served[kind], peak[kind]),
          unit: "%",
          atLeast: 100 * GOODPUT_LEFT,
        })),
        within("p99 of refusals", flooded.refusedP99, REFUSED_WITHIN_MS),
        none("refusals without Retry-After, or of another kind", flooded.odd),
        ...(stage.isShort ? [] : [memoryFigure(after, before)]),
      ];
    });
  },
};

type ByKind = Record<Kind, number>;

/** What is served a second by the crowd that gets the most. */
async function findPeak(send: (load: { atOnce: number }) => Promise<Served>, stage: Stage): Promise<ByKind> {
  let peak: ByKind = { page: 0, search: 0, cart: 0 };
  for (const atOnce of CROWDS) {
    const usual = await send({ atOnce });
    const served = aSecondOf(usual, stage.isShort ? 2 : 10);
    stage.say(`${atOnce} at once: ${describe(served)} a second, p99 ${Math.round(usual.servedP99)} ms`);
    if (total(served) > total(peak)) peak = served;
  }
  return peak;
}

const aSecondOf = ({ served }: Served, seconds: number): ByKind => ({
  page: served.page / seconds,
  search: served.search / seconds,
  cart: served.cart / seconds,
});

const total = (counts: ByKind): number => counts.page + counts.search + counts.cart;

const describe = (counts: ByKind): string =>
  kinds.map((kind) => `${Math.round(counts[kind])} × ${kind}`).join(", ");

const memoryFigure = (after: number, before: number): Figure => ({
  what: "memory a minute later, of that before",
  value: share(after, before),
  unit: "%",
  atMost: 100 * MEMORY_BACK,
});

const share = (part: number, whole: number): number => Math.round((100 * part) / whole);

async function residentMegabytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20);
}
