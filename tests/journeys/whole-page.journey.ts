import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/shop.ts";

/* D111: a full-page capture and tools that read pages find all of a page once it is idle, with scripts and without. */

/** Higher than any picture that has not been scrolled to, and than the space between two sections, in pixels. */
const HIGHEST_BAND = 600;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", { tag: "@front" }, () => {
    test.use({ javaScriptEnabled, reducedMotion: "reduce" });

    for (const address of ["/", "/products", "/product-info/acacia-everyday-bowl"])
      for (const width of [390, 1280])
        test(`${address} at ${width} px has no blank band, and every section its words (D111)`, async ({
          page,
        }) => {
          await page.setViewportSize({ width, height: 844 });
          await page.goto(address, { waitUntil: "networkidle" });
          await expect.poll(() => measureHighestBand(page)).toBeLessThan(HIGHEST_BAND);
          for (const part of await page.locator("main section, main li, footer").all()) {
            if (!(await part.isVisible()) || !(await part.textContent())?.trim()) continue;
            await expect.poll(() => part.innerText()).not.toBe("");
          }
        });
  });

/** The height of the tallest part of the page that has one colour from edge to edge. */
async function measureHighestBand(page: Page): Promise<number> {
  const capture = await page.screenshot({ fullPage: true });
  const { data, info } = await sharp(capture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
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
  row.every((value, at) => value === row[at % channels]);
