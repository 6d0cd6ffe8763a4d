// npm run pictures: fills a demo shop and takes the screenshots for the documentation.

import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { fillDemo, prepareShop } from "../support/journey-shop.ts";
import { waitForPictures } from "./steps.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../docs/pictures");
const QUALITY = 80;
const laptop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

interface Picture {
  name: string;
  path: string;
  viewport?: typeof laptop;
  act?: (page: Page) => Promise<unknown>;
}

const openFirstOrder = async (page: Page) => {
  await page
    .locator("main a[href^='/order']:visible", { hasText: /TRV-|View/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /TRV-|Order/ })).toBeVisible();
};

const chooseTwo = async (page: Page) => {
  for (const place of [0, 1])
    await page
      .getByRole("checkbox", { name: /^Choose (?!all|what)/ })
      .nth(place)
      .check();
};

const ofTheShop: readonly Picture[] = [
  { name: "home", path: "/" },
  { name: "order", path: "/orders", act: openFirstOrder },
];

const ofTheDesk: readonly Picture[] = [
  { name: "desk-orders", path: "/orders?group=to-pack", act: chooseTwo },
  { name: "desk-order", path: "/orders?group=to-pack", act: openFirstOrder },
  {
    name: "desk-palette",
    path: "/",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").first().fill("meera");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  { name: "desk-phone", path: "/orders?group=to-pack", viewport: phone },
  { name: "desk-products", path: "/products", act: chooseTwo },
  { name: "desk-home", path: "/home" },
  { name: "desk-books", path: "/books" },
  { name: "desk-messages", path: "/people/messages?group=all" },
];

const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "taruva-pictures-")), "data");
const browser = await chromium.launch({
  ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--hide-scrollbars"],
});
try {
  say("Filling a demo …");
  await fillDemo(folder);
  const { shop, close } = await prepareShop("embedded", {}, { folder });
  try {
    await shop.open();
    const visitor = await open(shop.url);
    const page = await visitor.newPage();
    await page.goto("/login");
    const form = page.getByRole("main");
    await form.getByRole("textbox", { name: "Email", exact: true }).fill("meera.shah@example.com");
    await form.getByRole("textbox", { name: "Password", exact: true }).fill("neem-and-teak-7");
    await form.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/login");
    for (const picture of ofTheShop) await take(page, picture);

    const desk = await shop.desk("--as", "Asha");
    const owner = await open(new URL(desk.address).origin);
    const screen = await owner.newPage();
    await screen.goto(desk.address);
    await expect(screen.getByRole("navigation", { name: "Desk" })).toBeVisible();
    for (const picture of ofTheDesk) await take(screen, picture);
    await desk.close();
  } finally {
    await close();
  }
} finally {
  await browser.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
}

function open(baseURL: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    viewport: laptop,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
  });
}

async function take(page: Page, { name, path: address, viewport = laptop, act }: Picture) {
  await page.setViewportSize(viewport);
  await page.goto(address);
  // The network is never idle, because the desk and an order's page keep a connection open.
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await act?.(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await waitForPictures(page, false);
  await sharp(await page.screenshot())
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toFile(path.join(FOLDER, `${name}.jpg`));
  say(`✓ ${name}`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
