import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { phone } from "../../support/journey-shop.ts";
import { runInBrowser } from "../browser.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Figure, getMedian, type Scenario } from "../scenario.ts";

const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

interface Conditions extends BrowserContextOptions {
  isSlow: boolean;
  slowdown?: number;
}

async function runInPage<Result>(
  browser: Browser,
  { isSlow, slowdown = 1, ...options }: Conditions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    if (isSlow) await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}

const toFigure = (what: string, times: readonly number[], atMost: number): Figure => ({
  what,
  value: Math.round(getMedian(times)),
  unit: "ms",
  atMost,
  details: [times.map((time) => time.toFixed(0)).join(", ")],
});

const CLICK_ROUNDS = 5;
const TITLE_MS = { fast: 30, slow: 60 };
const BADGE_MS = { fast: 16, slow: 24 };

export const clicks: Scenario = {
  name: "clicks",
  summary:
    "time from a click on a card to the product's title, and from 'Add to Bag' to the number on the bag",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, (shop) =>
      runInBrowser(async (browser) => {
        const figures: Figure[] = [];
        for (const speed of ["fast", "slow"] as const) {
          const [titles, badges]: [number[], number[]] = [[], []];
          const conditions = { isSlow: speed === "slow", viewport: { width: 1280, height: 900 } };
          for (let round = 0; round < (run.isShort ? 1 : CLICK_ROUNDS); round++)
            await runInPage(browser, conditions, async (page) => {
              await page.goto(`${shop.url}/products`, { waitUntil: "networkidle" });
              const card = page.getByRole("article").nth(round % 4);
              const name = await card.getByRole("heading").innerText();
              const badge = '[data-testid="cart-badge"]';
              badges.push(
                await measureClick(page, card.getByRole("button", { name: /^Add to Bag/ }), badge, "1"),
              );
              titles.push(await measureClick(page, card.getByRole("link"), "h1", name));
            });
          figures.push(
            toFigure(`click → title, ${speed}`, titles, TITLE_MS[speed]),
            toFigure(`add → badge, ${speed}`, badges, BADGE_MS[speed]),
          );
        }
        return figures;
      }),
    ),
};

async function measureClick(page: Page, target: Locator, selector: string, text: string): Promise<number> {
  const measuring = page.evaluate(
    ([wanted, content]) =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        const note = ({ timeStamp }: MouseEvent) => (clicked = timeStamp);
        document.addEventListener("click", note, { capture: true, once: true });
        const observer = new MutationObserver(() => {
          if (document.querySelector(wanted)?.textContent !== content) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - clicked));
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      }),
    [selector, text] as const,
  );
  const [ms] = await Promise.all([measuring, target.click()]);
  return ms;
}

const LOAD_ROUNDS = 3;
const MAX_PAINT_MS = 700;
const MAX_BLOCKED_MS = 50;
const PAGES = { home: "/", listing: "/products", product: "/product-info/mango-wave-rim-bowl" };

export const slowPhone: Scenario = {
  name: "slow-phone",
  summary:
    "time to the largest picture or text of a page on a slow phone, and the blocking time of its scripts",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, (shop) =>
      runInBrowser(async (browser) => {
        const figures: Figure[] = [];
        for (const [name, path] of Object.entries(PAGES)) {
          const times: LoadTimes[] = [];
          for (let round = 0; round < (run.isShort ? 1 : LOAD_ROUNDS); round++)
            times.push(await measureLoad(browser, shop.url + path));
          const painted = times.map((each) => each.painted);
          const blocked = times.map((each) => each.blocked);
          figures.push(
            toFigure(`${name}, largest paint`, painted, MAX_PAINT_MS),
            toFigure(`${name}, blocked`, blocked, MAX_BLOCKED_MS),
          );
        }
        return figures;
      }),
    ),
};

interface LoadTimes {
  painted: number;
  /** The total blocking time in ms: the sum of the time beyond 50 ms of each task of the main thread. */
  blocked: number;
}

const SLOW_PHONE = {
  isSlow: true,
  slowdown: 4,
  viewport: phone,
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};

const measureLoad = (browser: Browser, address: string): Promise<LoadTimes> =>
  runInPage(browser, SLOW_PHONE, async (page) => {
    await page.addInitScript(watchLoad);
    await page.goto(address, { waitUntil: "networkidle" });
    return page.evaluate(() => (window as unknown as { loadTimes: LoadTimes }).loadTimes);
  });

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
