import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/shop.ts";

/* D111: a full-page capture and tools that read pages find all of a page once it is idle, with scripts and without. */

/** Higher than any picture that has not been scrolled to, and than the space between two sections, in pixels. */
const HIGHEST_BAND = 600;

for (const javaScriptEnabled of [true, false])
  for (const [width, hasTouch] of [
    [390, true],
    [1280, false],
  ] as const)
    test.describe(`${javaScriptEnabled ? "with" : "without"} scripts, ${width} px`, { tag: "@front" }, () => {
      test.use({
        javaScriptEnabled,
        hasTouch,
        viewport: { width, height: 844 },
        contextOptions: { reducedMotion: "reduce" },
      });

      for (const address of ["/", "/products", "/product-info/acacia-everyday-bowl", "/our-story"])
        test(`${address} has no blank band, all its pictures and words, and ends with its footer (D111)`, async ({
          page,
        }) => {
          await page.goto(address, { waitUntil: "networkidle" });
          await expect.poll(() => listMissingPictures(page)).toEqual([]);
          if (javaScriptEnabled) await expect(page.locator("html[data-whole]")).toBeAttached();
          const whole = await capture(page);
          expect(measureHighestBand(whole)).toBeLessThan(HIGHEST_BAND);
          expect(getLastRow(whole)).toEqual(await readFooterColour(page));
          for (const part of await page.locator("main section, main li, footer").all()) {
            if (!(await part.isVisible()) || !(await part.textContent())?.trim()) continue;
            await expect.poll(() => part.innerText()).not.toBe("");
          }
        });
    });

/** Pictures that a visitor would come to see, and that are not there. */
const listMissingPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
      .map((image) => image.currentSrc || image.src),
  );

type Capture = Awaited<ReturnType<typeof capture>>;

/** Takes it as any tool would, without scrolling there before. */
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

/** The height of the tallest part of a capture that has one colour from edge to edge. */
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

/** Whether each pixel is like the one before it. */
const isOneColour = (row: Buffer, channels: number): boolean =>
  row.subarray(channels).equals(row.subarray(0, -channels));
