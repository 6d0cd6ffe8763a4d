import { setTimeout as pause } from "node:timers/promises";
import { links } from "#contract/links.ts";
import { MINUTE, SECOND } from "#contract/time.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../attack/attacked-shop.ts";
import type { Member } from "../chaos/crowd.ts";
import { seed } from "../chaos/seed-crowd.ts";
import { type Figure, type Scenario, toNoneFigure } from "../scenario.ts";
import { sendVisits } from "./customers.ts";
import { fetchRaw } from "./fetch-raw.ts";
import { readResident } from "./resident.ts";
import { buildShoppingVisit } from "./visit-calls.ts";

const MINUTES = Number(process.env["BENCH_MINUTES"] ?? 30);
/** Until code is compiled and caches are full. */
const FIRST_MINUTES = Math.min(5, MINUTES / 3);
const LOOK_EVERY_MS = 10 * SECOND;
const MOST_MB = 260;
/** In 30 minutes: what is a leak would fill a machine of 1 GB within a day. */
const MOST_GROWTH_MB = 10;

/** In each second. */
const PAGES = 20;
const PURCHASES = 2;

export const steady: Scenario = {
  name: "steady",
  summary: `what the shop holds in ${MINUTES} minutes of ${PAGES} pages and ${PURCHASES} purchases a second`,
  engines: ["server"],
  inShortForm: false,
  onlyByName: true,
  run: (run) =>
    runInShop(run, { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "warn" }, async (shop) => {
      const samples: Sample[] = [];
      const began = performance.now();
      const look = () => {
        const [minute, { rss }] = [(performance.now() - began) / MINUTE, readResident(shop.pid())];
        samples.push({ minute, rss });
        if (samples.length % 6 === 0) run.say(`minute ${minute.toFixed(0)}: ${rss} MB`);
      };
      const timer = setInterval(look, LOOK_EVERY_MS);
      const refused = await serveFor(MINUTES * MINUTE, shop).finally(() => clearInterval(timer));
      const steadyOnes = samples.filter(({ minute }) => minute >= FIRST_MINUTES);
      const held = steadyOnes.map(({ rss }) => rss);
      const growth = getSlope(steadyOnes) * 30;
      return [
        { what: "least that it held", value: Math.min(...held), unit: "MB" },
        { what: "most that it held", value: Math.max(...held), unit: "MB", atMost: MOST_MB },
        { what: "growth in 30 minutes", value: Math.round(growth), unit: "MB", atMost: MOST_GROWTH_MB },
        toNoneFigure("pages and purchases refused", refused),
      ] satisfies Figure[];
    }),
};

interface Sample {
  minute: number;
  rss: number;
}

/** Returns what was refused. */
async function serveFor(ms: number, shop: Shop): Promise<string[]> {
  const refused: string[] = [];
  const seconds = Math.ceil(ms / SECOND);
  const members: Member[] = await shop.withDatabase((db) => seed(db, seconds * PURCHASES));
  const products = await listProductPages(shop);
  const began = performance.now();
  for (let second = 0; second < seconds; second++) {
    const customers = members.splice(0, PURCHASES);
    const visited = sendVisits(shop, customers, { atOnce: PURCHASES, buildVisit: buildShoppingVisit });
    for (let page = 0; page < PAGES; page++)
      await fetchRaw(shop.url + pickPage(second * PAGES + page, products));
    refused.push(...(await visited).refused);
    await pause(Math.max(0, began + (second + 1) * SECOND - performance.now()));
  }
  return refused;
}

const listProductPages = async (shop: Shop): Promise<string[]> => {
  const { data } = (await (await fetch(shop.url + listProducts.path)).json()) as { data: { _id: string }[] };
  return data.map(({ _id }) => links.product(_id));
};

/** Half of them are composed anew: listings with a price that no one asked for before. */
const pickPage = (index: number, products: readonly string[]): string =>
  index % 2 === 0
    ? links.products({ maxPrice: 20_000 + index })
    : ([links.home, links.products(), ...products][index % (products.length + 2)] ?? links.home);

/** The growth in a minute: the slope of the line that lies nearest to all samples. */
function getSlope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [minute, rss] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each.rss))];
  const above = mean(samples.map((each) => (each.minute - minute) * (each.rss - rss)));
  return above / mean(samples.map((each) => (each.minute - minute) ** 2));
}
