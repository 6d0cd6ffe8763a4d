import { setTimeout as sleep } from "node:timers/promises";
import { findLongest, listWrong, waitUntil, waitUntilServed, watch } from "../watch.ts";
import { toNoneFigure, toTimeFigure } from "../scenario.ts";
import { AFTERWARDS_MS } from "./measure-pause.ts";
import { defineScenario } from "./two-shops.ts";

const NOTICED_MS = 6_000;
const RECOVERED_MS = 10_000;
/** Rows that a swallowed connection has locked are free again by then. */
const OTHERS_MS = 9_000;
const LOST_MS = 20_000;

export const networkLost = defineScenario({
  name: "network",
  summary: "whatever one shop sends to the primary vanishes for 20 s",
  async play({ cluster, near, far, customers, say }) {
    const { address } = await cluster.findPrimary();
    const ready = { near: watch(near.url, ["/readyz"]), far: watch(far.url, ["/readyz"]) };
    const since = performance.now();
    cluster.far.lose(address);
    await waitUntil("the cut is noticed", () => ready.far.looks.some(({ status }) => status === 503), 5);
    const noticed = performance.now() - since;
    await sleep(LOST_MS);
    const others = customers.findGap(since, near.url);
    cluster.far.heal(address);
    const recovered = await waitUntilServed(far.url, "/readyz");
    await sleep(AFTERWARDS_MS);
    await Promise.all([ready.near.stop(), ready.far.stop()]);
    say(
      `/readyz of the shop that was cut off says 503 after ${Math.round(noticed)} ms, and 200 ${Math.round(recovered)} ms after the cut`,
    );
    return [
      toTimeFigure("the shop that was cut off says so", noticed, NOTICED_MS),
      toTimeFigure("longest call of /readyz", findLongest(ready.far.looks), NOTICED_MS),
      toTimeFigure("it serves again after the cut", recovered, RECOVERED_MS),
      toTimeFigure("longest time without an order at the other shop", others, OTHERS_MS),
      toNoneFigure("wrong answers of /readyz", listWrong([...ready.near.looks, ...ready.far.looks])),
    ];
  },
});
