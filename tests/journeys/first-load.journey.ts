import type { Page } from "@playwright/test";
import { listFirstLoad, measureSent } from "../../scripts/first-load.mjs";
import { expect, phone, test } from "../support/shop.ts";

/* What a page makes a browser fetch before it is awake, in bytes as they are sent; docs/speed.md. */

const BUDGET = 100_000;
/** The most unused bytes in a file of our own; of React DOM a third waits for what never comes. */
const MOST_UNUSED = 22_000;
const MOST_REQUESTS = 14;

test.describe("the first load", { tag: "@front" }, () => {
  for (const [name, address] of [
    ["home", "/"],
    ["listing", "/products"],
    ["product", "/product-info/mango-wave-rim-bowl"],
  ] as const) {
    test(`${name}: the scripts stay within their budget, and are used`, async ({ page }) => {
      const { scripts } = listFirstLoad(`web/pages/${name}.tsx`);
      expect(measureSent(scripts)).toBeLessThanOrEqual(BUDGET);
      const unused = await measureUnused(page, address);
      for (const script of scripts.filter((file) => !file.includes("/packages-")))
        expect(measureSent([script]) * (unused.get(`/${script}`) ?? 0), script).toBeLessThan(MOST_UNUSED);
    });

    test(`${name}: a phone's first screen takes few requests`, async ({ page }) => {
      await page.setViewportSize(phone);
      // The page stays asleep: what it does when it is awake comes behind the first screen.
      await page.route("**/assets/shop-*.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body: "" }),
      );
      const fetched = new Set<string>();
      page.on("request", (request) => fetched.add(request.url()));
      await page.goto(address, { waitUntil: "networkidle" });
      // How far ahead of the reader a browser fetches photographs is its own affair, and so is the icon of its tab.
      const ahead = await page.evaluate(() =>
        [...document.images]
          .filter((image) => image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight)
          .map(({ currentSrc }) => currentSrc),
      );
      const files = [...fetched].filter((url) => !ahead.includes(url) && !/^data:|favicon/.test(url));
      expect(files.length, files.join(" ")).toBeLessThanOrEqual(MOST_REQUESTS);
    });
  }

  test("scripts and styles are sent as the build compressed them", async ({ request }) => {
    const { scripts, styles } = listFirstLoad("web/pages/home.tsx");
    for (const file of [...scripts, ...styles]) {
      const response = await request.head(`/${file}`, { headers: { "accept-encoding": "br" } });
      expect(Number(response.headers()["content-length"]), file).toBe(measureSent([file]));
    }
  });
});

/** The share of each script that did not run until the page was awake, by its address. */
async function measureUnused(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  await page.coverage.startJSCoverage();
  await page.goto(address, { waitUntil: "networkidle" });
  const scripts = await page.coverage.stopJSCoverage();
  return new Map(
    scripts.map(({ url, source = "", functions }) => {
      const ranges = functions.flatMap((one) => one.ranges);
      // An inner range follows the one it is in, and says of its part more exactly whether it ran.
      const used = new Uint8Array(source.length);
      for (const { startOffset, endOffset, count } of ranges)
        used.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const ran = used.reduce((sum, one) => sum + one, 0);
      return [new URL(url).pathname, 1 - ran / source.length];
    }),
  );
}
