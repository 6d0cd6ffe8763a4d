import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#contract/links.ts";
import { getPictureHref, type PictureFormat, type PictureRef } from "#contract/picture.ts";
import { MINUTE, SECOND } from "#contract/time.ts";
import type { Engine } from "#platform/database/database.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { prepareShop, type Shop } from "../../support/journey-shop.ts";
import { fetchRaw, sendVolley } from "../calls.ts";
import { requestPage } from "../crowd.ts";
import { runInShop, seed } from "../crowded-shop.ts";
import { type Figure, getMedian, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { readResident, watchHighest } from "./processes.ts";
import { listFailures } from "../watch.ts";
import { BENCH_SETTINGS, sendOrders } from "./orders.ts";

const STARTS = 5;
const FIRST_PAGE_WITHIN_MS = 700;

export const start: Scenario = {
  name: "start",
  summary: "from the start on existing data to the first page",
  engines: ["server", "embedded"],
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const times: number[] = [];
      for (let round = 0; round < STARTS; round++) {
        await shop.end("SIGTERM");
        const began = performance.now();
        await shop.open();
        await (await fetch(shop.url)).text();
        times.push(performance.now() - began);
      }
      const value = Math.round(getMedian(times));
      return [{ what: "first page after", value, unit: "ms", atMost: FIRST_PAGE_WITHIN_MS }];
    }),
};

/** Maximum memory in MB for each measurement. Other measurements have no limit. */
const GOALS: Record<Engine, Record<string, number>> = {
  server: { idle: 150, "after all pictures": 200, "after the load": 260 },
  embedded: { "highest at the first start": 600, idle: 400, "idle after the first start": 400 },
};

const ORDERS = 1_000;
const PAGES = 3_000;
/** The time in ms until memory is stable. By then, the process that resizes pictures has ended and freed its memory. */
const SETTLES_MS = 30_000;
const FORMATS: readonly PictureFormat[] = ["avif", "webp", "jpg"];

export const memory: Scenario = {
  name: "memory",
  summary:
    "memory at the first start, when idle, after all pictures were created, and after pages and orders",
  engines: ["server", "embedded"],
  async run(run) {
    if (process.platform !== "linux") return { skipped: "Only Linux says how much memory a process holds." };
    const { shop, close } = await prepareShop(run.engine, BENCH_SETTINGS);
    try {
      return await measureMemory(run, shop);
    } finally {
      await close();
    }
  },
};

async function measureMemory(run: ScenarioRun, shop: Shop): Promise<Figure[]> {
  const judge = (what: string, value: number): Figure => {
    const atMost = GOALS[run.engine][what];
    return { what, value: Math.round(value), unit: "MB", ...(atMost !== undefined && { atMost }) };
  };
  const settle = async (what: string): Promise<Figure> => {
    await sleep(SETTLES_MS);
    const { rss, pss } = readResident(shop.pid());
    run.say(`${what}: ${rss} MB, ${pss} MB if shared pages are divided`);
    return judge(what, rss);
  };
  const opening = shop.open();
  const readHighest = watchHighest(shop.pid());
  await opening;
  const afterFirst = await settle("idle after the first start");
  const highest = judge("highest at the first start", readHighest());
  await shop.end("SIGTERM");
  const members = await shop.withDatabase((db) => seed(db, ORDERS));
  await shop.end("SIGTERM");
  await shop.open();
  await (await fetch(shop.url)).text();
  const idle = await settle("idle");
  const missing = await fetchPictures(shop);
  const afterPictures = await settle("after all pictures");
  await requestPage(shop.url, "/", { times: PAGES, atOnce: 32 });
  const bought = await sendOrders(shop, members, 50);
  const afterLoad = await settle("after the load");
  return [
    highest,
    afterFirst,
    idle,
    afterPictures,
    afterLoad,
    toNoneFigure("pictures, pages and orders refused", [...missing, ...listFailures(bought.answers)]),
  ];
}

async function fetchPictures(shop: Shop): Promise<string[]> {
  const products: unknown = await (await fetch(shop.url + listProducts.path)).json();
  const addresses = findPictures(products).flatMap((picture) =>
    (picture.widths ?? []).flatMap((width) =>
      FORMATS.map((format) => getPictureHref(picture, width, format)),
    ),
  );
  const missing = await sendVolley([...new Set(addresses)], 6, async (address) => {
    const response = await fetch(shop.url + address);
    await response.arrayBuffer();
    return response.ok ? [] : [address];
  });
  return missing.flat();
}

function findPictures(value: unknown): PictureRef[] {
  if (typeof value !== "object" || value === null) return [];
  const thisPicture = "src" in value && "widths" in value ? [value as PictureRef] : [];
  return [...thisPicture, ...Object.values(value).flatMap(findPictures)];
}

const MINUTES = Number(process.env["BENCH_MINUTES"] ?? 30);
/** The number of minutes at the start that are not measured, because V8 still compiles the code and the caches fill. */
const FIRST_MINUTES = Math.min(5, MINUTES / 3);
const MAX_MB = 260;
/** The maximum growth of memory in 30 minutes, in MB. At this rate, memory would grow by 480 MB in a day. */
const MAX_GROWTH_MB = 10;
const PAGES_A_SECOND = 20;
const PURCHASES_A_SECOND = 2;

interface Sample {
  minute: number;
  rss: number;
}

export const steady: Scenario = {
  name: "steady",
  summary: `memory during ${MINUTES} minutes of ${PAGES_A_SECOND} pages and ${PURCHASES_A_SECOND} purchases a second`,
  engines: ["server"],
  onlyByName: true,
  run: (run) =>
    runInShop(run, BENCH_SETTINGS, async (shop) => {
      const samples: Sample[] = [];
      const began = performance.now();
      const look = () => {
        const [minute, { rss }] = [(performance.now() - began) / MINUTE, readResident(shop.pid())];
        samples.push({ minute, rss });
        if (samples.length % 6 === 0) run.say(`minute ${minute.toFixed(0)}: ${rss} MB`);
      };
      const timer = setInterval(look, 10 * SECOND);
      const refused = await serveSteadily(shop, MINUTES * 60).finally(() => clearInterval(timer));
      const counted = samples.filter(({ minute }) => minute >= FIRST_MINUTES);
      const held = counted.map(({ rss }) => rss);
      const growth = Math.round(getSlope(counted) * 30);
      return [
        { what: "minimum memory", value: Math.min(...held), unit: "MB" },
        { what: "maximum memory", value: Math.max(...held), unit: "MB", atMost: MAX_MB },
        { what: "growth in 30 minutes", value: growth, unit: "MB", atMost: MAX_GROWTH_MB },
        toNoneFigure("purchases refused", refused),
      ];
    }),
};

/** Sends a steady load and returns the refused orders. Every second page is a listing with a new, uncached URL. */
async function serveSteadily(shop: Shop, seconds: number): Promise<string[]> {
  const refused: string[] = [];
  const members = await shop.withDatabase((db) => seed(db, seconds * PURCHASES_A_SECOND));
  const { data } = (await (await fetch(shop.url + listProducts.path)).json()) as { data: { _id: string }[] };
  const cached = [links.home, links.products(), ...data.map(({ _id }) => links.product(_id))];
  const began = performance.now();
  let page = 0;
  for (let second = 1; second <= seconds; second++) {
    const customers = members.splice(0, PURCHASES_A_SECOND);
    const visited = sendOrders(shop, customers, PURCHASES_A_SECOND);
    for (; page < second * PAGES_A_SECOND; page++) {
      const address =
        page % 2 === 0 ? links.products({ maxPrice: 20_000 + page }) : cached[page % cached.length];
      await fetchRaw(`${shop.url}${address}`);
    }
    refused.push(...listFailures((await visited).answers));
    await sleep(Math.max(0, began + second * SECOND - performance.now()));
  }
  return refused;
}

function getSlope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [minute, rss] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each.rss))];
  const above = mean(samples.map((each) => (each.minute - minute) * (each.rss - rss)));
  return above / mean(samples.map((each) => (each.minute - minute) ** 2));
}
