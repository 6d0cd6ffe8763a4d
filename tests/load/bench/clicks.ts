import type { Browser, Locator, Page } from "@playwright/test";
import { prepareShop } from "../../support/shop.ts";
import { runInBrowser } from "../attack/browser.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { getMedian, openPage } from "./networks.ts";

const ROUNDS = 5;

/** In milliseconds, on a fast and on a slow connection. */
const TITLE_MS = { fast: 30, slow: 60 };
const BADGE_MS = { fast: 16, slow: 24 };

export const clicks: Scenario = {
  name: "clicks",
  summary: "from a click on a card to the product's title, and on 'Add to Bag' to the number on the bag",
  engines: ["embedded"],
  inShortForm: false,
  async run({ engine }) {
    const { shop, close } = await prepareShop(engine);
    try {
      await shop.open();
      return await runInBrowser(async (browser) => {
        const figures: Figure[] = [];
        for (const speed of ["fast", "slow"] as const) {
          const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
          const times: { title: number; badge: number }[] = [];
          for (const round of rounds) times.push(await measureRound(browser, shop.url, speed, round));
          figures.push(
            toFigure(
              `click → title, ${speed}`,
              times.map(({ title }) => title),
              TITLE_MS[speed],
            ),
            toFigure(
              `add → badge, ${speed}`,
              times.map(({ badge }) => badge),
              BADGE_MS[speed],
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

/** A new visitor on the listing, who puts a product into the bag and opens it. */
async function measureRound(browser: Browser, url: string, speed: "fast" | "slow", round: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await openPage(context, speed === "slow");
    await page.goto(`${url}/products`, { waitUntil: "networkidle" });
    const card = page.getByRole("article").nth(round % 4);
    const name = await card.getByRole("heading").innerText();
    const badge = await measureClick(page, card.getByRole("button"), '[data-testid="cart-badge"]', "1");
    const title = await measureClick(page, card.getByRole("link"), "h1", name);
    return { title, badge };
  } finally {
    await context.close();
  }
}

/** Measures the time from the click to the frame in which an element has this text, in milliseconds. */
async function measureClick(page: Page, target: Locator, selector: string, text: string): Promise<number> {
  const measured = page.evaluate(
    ([wanted, content]) =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        document.addEventListener("click", ({ timeStamp }) => (clicked = timeStamp), {
          capture: true,
          once: true,
        });
        const watch = new MutationObserver(() => {
          if (document.querySelector(wanted)?.textContent !== content) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - clicked));
        });
        watch.observe(document, { childList: true, subtree: true, characterData: true });
      }),
    [selector, text] as const,
  );
  await target.click();
  return measured;
}

const toFigure = (what: string, times: readonly number[], atMost: number): Figure => ({
  what,
  value: Math.round(getMedian(times)),
  unit: "ms",
  atMost,
  details: [times.map((time) => time.toFixed(0)).join(", ")],
});
