import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { freePort } from "../../support/shop.ts";
import { none, type Scenario, within } from "../scenario.ts";
import { inShop } from "./calls.ts";
import type { Crowd, Served } from "./crowd-thread.ts";

const TIMES_PEAK = 5;
const GOODPUT_LEFT = 0.8;
const REFUSED_WITHIN_MS = 50;
const MEMORY_BACK = 1.2;
const MEMORY_BACK_AFTER_MS = 60_000;
/** Visitors with one call at a time each; one of these numbers keeps the shop busiest. */
const CROWDS = [32, 96, 256];

export const overload: Scenario = {
  name: "overload",
  summary: "five times as many searches and lists as can be served",
  threat: "T36",
  engines: ["embedded", "server"],
  inShortForm: false,
  async run(stage) {
    const seconds = stage.isShort ? 4 : 20;
    const metricsPort = await freePort();
    return inShop(stage, { METRICS_PORT: String(metricsPort) }, async (shop) => {
      let peak = 0;
      for (const atOnce of CROWDS) {
        const usual = await crowd({ shopUrl: shop.url, seconds: seconds / 2, atOnce });
        const aSecond = (2 * usual.served) / seconds;
        stage.say(
          `${atOnce} at once: ${Math.round(aSecond)} answers a second, p99 ${Math.round(usual.servedP99)} ms`,
        );
        peak = Math.max(peak, aSecond);
      }
      const before = await residentMegabytes(metricsPort);
      const flooded = await crowd({ shopUrl: shop.url, seconds, aSecond: peak * TIMES_PEAK });
      const goodput = flooded.served / seconds;
      const most = await residentMegabytes(metricsPort);
      stage.say(
        `${Math.round(flooded.sent / seconds)} sent a second: ${Math.round(goodput)} served, p99 ${Math.round(flooded.servedP99)} ms; ` +
          `${Math.round(flooded.refused / seconds)} refused, ${flooded.late} never sent for want of connections`,
      );
      if (!stage.isShort) await sleep(MEMORY_BACK_AFTER_MS);
      const after = await residentMegabytes(metricsPort);
      stage.say(`memory: ${before} MB before, ${most} MB at the end of it, ${after} MB afterwards`);
      return [
        {
          what: "share of the peak that is still served",
          value: share(goodput, peak),
          unit: "%",
          atLeast: 100 * GOODPUT_LEFT,
        },
        within("p99 of refusals", flooded.refusedP99, REFUSED_WITHIN_MS),
        none("refusals without Retry-After, or of another kind", flooded.odd),
        ...(stage.isShort
          ? []
          : [
              {
                what: "memory a minute later, of that before",
                value: share(after, before),
                unit: "%",
                atMost: 100 * MEMORY_BACK,
              },
            ]),
      ];
    });
  },
};

const share = (part: number, whole: number): number => Math.round((100 * part) / whole);

/** Sends from a thread of its own, so that reading the answers does not delay sending. */
async function crowd(wish: Crowd): Promise<Served> {
  const worker = new Worker(new URL("crowd-thread.ts", import.meta.url), { workerData: wish });
  const [served] = (await once(worker, "message")) as [Served];
  await worker.terminate();
  return served;
}

async function residentMegabytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20);
}
