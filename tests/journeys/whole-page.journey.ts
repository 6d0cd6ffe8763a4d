import type { Page } from "@playwright/test";
import sharp from "sharp";
import { isLongForm } from "../support/long-form.ts";
import { expect, test } from "../support/journey-shop.ts";

/* D111: a full-page screenshot of an idle page contains the whole page, with and without scripts. */

/** The maximum height in px of an empty area: more than the space between sections, less than a picture. */
const HIGHEST_BAND = 600;

const addresses = ["/", "/product-info/acacia-everyday-bowl", "/products", "/our-story"];

for (const javaScriptEnabled of [true, false])
  for (const width of [390, 1280]) {
    // `npm test` checks only one width, with scripts. search-engines.journey.ts checks pictures without scripts.
    const isChecked = isLongForm || (javaScriptEnabled && width === 390);
    test(
      `a full-page screenshot shows every picture and text, ${javaScriptEnabled ? "with" : "without"} scripts at ${width} px (D111)`,
      { tag: isChecked ? ["@front", "@pictures"] : ["@front", "@long"] },
      async ({ browser, shop }) => {
        const context = await browser.newContext({
          baseURL: shop.url,
          javaScriptEnabled,
          hasTouch: width === 390,
          viewport: { width, height: 844 },
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        for (const address of isLongForm ? addresses : addresses.slice(0, 2))
          await test.step(`the screenshot of ${address} is complete`, async () => {
            await page.goto(address, { waitUntil: "networkidle" });
            await expect.poll(() => listMissingPictures(page)).toEqual([]);
            if (javaScriptEnabled) await expect(page.locator("html[data-whole]")).toBeAttached();
            const whole = await capture(page);
            expect(measureHighestBand(whole)).toBeLessThan(HIGHEST_BAND);
            expect(getLastRow(whole)).toEqual(await readFooterColour(page));
            await expect.poll(() => listEmptyParts(page)).toEqual([]);
          });
        await context.close();
      },
    );
  }

const listEmptyParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main section, main li, footer")]
      .filter((part) => part.checkVisibility() && part.textContent?.trim() && part.innerText === "")
      .map((part) => part.outerHTML.slice(0, 120)),
  );

const listMissingPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
      .map((image) => image.currentSrc || image.src),
  );

type Capture = Awaited<ReturnType<typeof capture>>;

async function capture(page: Page) {
  const whole = await page.screenshot({ fullPage: true });
  return sharp(whole).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

const getLastRow = ({ data, info: { width, height, channels } }: Capture): number[] => [
  ...data.subarray((height - 1) * width * channels).subarray(0, 3),
];

const readFooterColour = (page: Page): Promise<number[]> =>
  page
    .locator("footer")
    .evaluate((footer) => (getComputedStyle(footer).backgroundColor.match(/\d+/g) ?? []).map(Number));

/** Returns the height in px of the tallest band in a screenshot that has one colour from edge to edge. */
function measureHighestBand({ data, info }: Capture): number {
  const rowLength = info.width * info.channels;
  let highest = 0;
  let height = 0;
  for (let y = 0; y < info.height; y++) {
    const row = data.subarray(y * rowLength, (y + 1) * rowLength);
    height = isOneColour(row, info.channels) ? height + 1 : 0;
    highest = Math.max(highest, height);
  }
  return highest;
}

const isOneColour = (row: Buffer, channels: number): boolean =>
  row.subarray(channels).equals(row.subarray(0, -channels));
