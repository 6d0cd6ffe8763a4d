// npm run screens: takes a picture of every screen at two widths, and writes a page that shows all of them. `--width
// 768,1920` uses other widths.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { prepareShop } from "../support/journey-shop.ts";
import {
  createRegularCustomer,
  type RegularCustomer,
  storeGuestCart,
  storeSession,
} from "../support/visitors.ts";
import { getPictureFile, renderContactSheet } from "./contact-sheet.ts";
import type { Screen } from "./acts.ts";
import { PICTURED_SECRET } from "./plain-screens.ts";
import { screenGroups, show, widths } from "./screens.ts";
import { layOutWhole, waitForPictures } from "./steps.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../.cache/screens");
/** A width in px between narrow and wide: the page has the menu of a phone and the filters of a desktop. */
const BETWEEN = 768;
const HEIGHTS = { narrow: 844, wide: 900 } as const;
const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { width: { type: "string" } },
});
const wantedWidths = options.width?.split(",").map(Number) ?? Object.values(widths);
const wanted = Object.values(screenGroups)
  .flat()
  .filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
const shots = wanted.flatMap((screen) => getWidths(screen).map((width) => ({ screen, width })));
const missed: string[] = [];

if (filters.length === 0 && !options.width) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
say(`Opening a shop of its own for ${shots.length} pictures …`);
const { shop, close } = await prepareShop("embedded", { SHOP_SECRET: PICTURED_SECRET });
try {
  await shop.open();
  const customer = await createRegularCustomer(shop.url, "meera.pictures");
  const browser = await chromium.launch({
    ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--hide-scrollbars"],
  });
  for (const [index, { screen, width }] of shots.entries()) {
    await take(browser, screen, width, customer, `${index + 1}/${shots.length}`);
  }
  await browser.close();
} finally {
  await close();
}
writeFileSync(path.join(FOLDER, "index.html"), renderContactSheet(wanted, getWidths));
say(`${shots.length - missed.length} pictures. Look at them in ${path.join(FOLDER, "index.html")}`);
if (missed.length > 0) say(`Missed: ${missed.join(", ")}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function take(
  browser: Browser,
  screen: Screen,
  width: number,
  customer: RegularCustomer,
  place: string,
) {
  const started = performance.now();
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height: HEIGHTS[width < BETWEEN ? "narrow" : "wide"] },
    hasTouch: width < BETWEEN,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Animations would blur the screenshots.
    reducedMotion: "reduce",
  });
  try {
    context.setDefaultTimeout(10_000);
    if (screen.as === "customer") await storeSession(context, customer);
    if (screen.bag) await storeGuestCart(context, shop.url, screen.bag);
    const page = await context.newPage();
    await show(page, screen, customer);
    await layOutWhole(page);
    await waitForPictures(page, !screen.overlay);
    await page.screenshot({
      path: path.join(FOLDER, getPictureFile(screen, width)),
      fullPage: !screen.overlay,
    });
    say(`✓ ${place} ${screen.name} at ${width} px (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (cause) {
    missed.push(`${screen.name} at ${width} px`);
    say(
      `✗ ${place} ${screen.name} at ${width} px: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  } finally {
    await context.close();
  }
}

function getWidths({ only }: Screen): number[] {
  return wantedWidths.filter((width) => !only || (only === "narrow" ? width < BETWEEN : width > BETWEEN));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
