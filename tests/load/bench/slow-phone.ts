import type { Browser, Page } from "@playwright/test";
import { phone, prepareShop } from "../../support/shop.ts";
import { runInBrowser } from "../attack/browser.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { getMedian, openPage } from "./networks.ts";

const ROUNDS = 3;
/** Times slower than this machine's processor. */
const SLOWDOWN = 4;
const MOST_PAINT_MS = 700;
const MOST_BLOCKED_MS = 50;

const pages = { home: "/", listing: "/products", product: "/product-info/mango-wave-rim-bowl" };

export const slowPhone: Scenario = {
  name: "slow-phone",
  summary: "the largest picture or text of a page on a slow phone, and how long its scripts keep it busy",
  engines: ["embedded"],
  inShortForm: false,
  async run({ engine }) {
    const { shop, close } = await prepareShop(engine);
    try {
      await shop.open();
      return await runInBrowser(async (browser) => {
        const figures: Figure[] = [];
        for (const [name, path] of Object.entries(pages)) {
          const times: LoadTimes[] = [];
          for (let round = 0; round < ROUNDS; round++)
            times.push(await measureLoad(browser, shop.url + path));
          figures.push(
            toFigure(
              `${name}, largest paint`,
              times.map(({ painted }) => painted),
              MOST_PAINT_MS,
            ),
            toFigure(
              `${name}, blocked`,
              times.map(({ blocked }) => blocked),
              MOST_BLOCKED_MS,
            ),
          );
        }
        return figures;
      });
    } finally {
      await close();
    }
  },
};

interface LoadTimes {
  painted: number;
  /** The time of tasks beyond 50 ms each. */
  blocked: number;
}

async function measureLoad(browser: Browser, address: string): Promise<LoadTimes> {
  const context = await browser.newContext({
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  try {
    const page = await openPage(context, true, SLOWDOWN);
    await page.addInitScript(watchLoad);
    await page.goto(address, { waitUntil: "networkidle" });
    return await readTimes(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page before everything else. */
function watchLoad(): void {
  const times = { painted: 0, blocked: 0 };
  Object.assign(window, { loadTimes: times });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) times.painted = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
}

const readTimes = (page: Page): Promise<LoadTimes> =>
  page.evaluate(() => (window as unknown as { loadTimes: LoadTimes }).loadTimes);

const toFigure = (what: string, times: readonly number[], atMost: number): Figure => ({
  what,
  value: Math.round(getMedian(times)),
  unit: "ms",
  atMost,
  details: [times.map((time) => time.toFixed(0)).join(", ")],
});
