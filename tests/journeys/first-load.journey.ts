import type { Page } from "@playwright/test";
import { listFirstLoad, listPageSources, measureSent } from "../../scripts/first-load.mjs";
import { expect, phone, test } from "../support/journey-shop.ts";

/* Limits of the files that a page needs before hydration, in bytes as transferred (docs/developers/speed.md). */

const BUDGET = 110_000;
/** The maximum number of unused bytes in each script, except React DOM, of which a third is never used. */
const MAX_UNUSED = 22_000;
/** A product page needs the most requests, because of its photograph and three thumbnails. */
const MAX_REQUESTS = 17;

const pages = {
  home: "/",
  listing: "/products",
  product: "/product-info/mango-wave-rim-bowl",
} as const;

test("the scripts that each page loads first are within the size limit", { tag: ["@front", "@long"] }, () => {
  for (const source of listPageSources())
    expect.soft(measureSent(listFirstLoad(source).scripts), source).toBeLessThanOrEqual(BUDGET);
});

test(
  "the home, listing and product page use most of each script that they load, and the home page's files are compressed",
  { tag: ["@front", "@long"] },
  async ({ page, request }) => {
    await page.route("**/pictures/**", (route) => route.abort());
    for (const [name, address] of Object.entries(pages)) {
      const { scripts, styles } = listFirstLoad(`web/pages/${name}.tsx`);
      const unused = await measureUnused(page, address);
      for (const script of scripts.filter((file) => !file.includes("/packages-")))
        expect.soft(measureSent([script]) * (unused.get(`/${script}`) ?? 0), script).toBeLessThan(MAX_UNUSED);
      if (name !== "home") continue;
      for (const file of [...scripts, ...styles]) {
        const response = await request.head(`/${file}`, { headers: { "accept-encoding": "br" } });
        expect(Number(response.headers()["content-length"]), file).toBe(measureSent([file]));
      }
    }
  },
);

test(
  "loading the first screen on a phone takes at most the allowed number of requests",
  { tag: ["@front", "@long"] },
  async ({ browser, shop }) => {
    for (const address of Object.values(pages)) {
      // A new context has an empty browser cache.
      const context = await browser.newContext({ baseURL: shop.url, viewport: phone });
      const page = await context.newPage();
      // Blocks hydration, because the requests that follow it do not belong to the first load.
      await page.route("**/assets/shop-*.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body: "" }),
      );
      const fetched = new Set<string>();
      page.on("request", (request) => fetched.add(request.url()));
      await page.goto(address, { waitUntil: "networkidle" });
      // Ignores requests for the favicon and for photographs below the window, because they differ between browsers.
      const ahead = await page.evaluate(() =>
        [...document.images]
          .filter((image) => image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight)
          .map(({ currentSrc }) => currentSrc),
      );
      const files = [...fetched].filter((url) => !ahead.includes(url) && !/^data:|favicon/.test(url));
      expect.soft(files.length, files.join(" ")).toBeLessThanOrEqual(MAX_REQUESTS);
      await context.close();
    }
  },
);

async function measureUnused(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  await page.coverage.startJSCoverage();
  await page.goto(address, { waitUntil: "networkidle" });
  const scripts = await page.coverage.stopJSCoverage();
  return new Map(
    scripts.map(({ url, source = "", functions }) => {
      const ranges = functions.flatMap((one) => one.ranges);
      // The coverage lists an outer range before its inner ranges, so the inner ranges overwrite the outer one.
      const used = new Uint8Array(source.length);
      for (const { startOffset, endOffset, count } of ranges)
        used.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const ran = used.reduce((sum, one) => sum + one, 0);
      return [new URL(url).pathname, 1 - ran / source.length];
    }),
  );
}
