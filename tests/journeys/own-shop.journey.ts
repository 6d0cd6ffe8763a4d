import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { pagePaths } from "#contract/page-paths.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, testWithFolder } from "../support/journey-shop.ts";

const MARKDOWN = ".md";
const BOARD = "teak-breakfast-tray-arched";

const test = testWithFolder(writeOwnFolder);

async function writeOwnFolder(folder: string): Promise<void> {
  const change = async (file: string, edit: (content: string) => string) =>
    writeFile(path.join(folder, file), edit(await readFile(path.join(folder, file), "utf8")));
  for (const file of ["seller.json", "story.json"])
    await change(file, (text) => text.replaceAll(/taruva/gi, "Mitti"));
  await change("products.json", (text) =>
    text
      .replace(`"slug": "${BOARD}",`, `"slug": "${BOARD}", "leadDays": 21,`)
      .replaceAll(/"(Acacia|Teak|Mango) wood"/g, '"Brass"'),
  );
  await rm(path.join(folder, "logo.svg"));
  await mkdir(path.join(folder, "texts"));
  await mkdir(path.join(folder, "mails"));
  const files = {
    "logo-mark.svg": '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="currentColor"/></svg>',
    "rules.json": JSON.stringify({
      cancelWithinHours: 48,
      returnWithinDays: 10,
      replacement: "no",
      warrantyYears: 2,
      shippingFee: 80,
      freeShippingFrom: 5_000,
    }),
    "home.json": JSON.stringify([
      { section: "newly-launched", title: "Fresh from the kiln", text: "Fired this week." },
      { section: "testimonials", title: "What they say" },
      { section: "banners" },
    ]),
    "brand.json": JSON.stringify({
      about: "Clay from a small kiln.",
      colours: { main: "#123a5c" },
      fonts: { heading: "Playfair Display", text: "Source Sans 3" },
    }),
    [`texts/our-story${MARKDOWN}`]:
      "# Clay and water\n\n{{shop}} is a kiln.\n\n## The wheel\n\nWe turn **every** [piece](/products).\n",
    [`mails/order-paid${MARKDOWN}`]:
      "# {{order}}: {{shop}} thanks you\n\nYou have {{cancellation-window}}.\n",
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
}

test(
  "the pages and mails of a renamed shop contain its own name, and never the name Taruva",
  { tag: ["@front", "@long"] },
  async ({ request, shop }) => {
    const addresses = Object.values(pagePaths).flatMap(([first]) => first.replace(":id", BOARD));
    for (const address of [...addresses, "/nowhere", "/sitemap.xml", "/robots.txt", "/track", "/pay-order"]) {
      const html = await (await request.get(address)).text();
      expect.soft(html, address).not.toMatch(/taruva/i);
      if (html.startsWith("<!doctype html>")) expect.soft(html, address).toContain("Mitti");
    }
    const home = await (await request.get("/")).text();
    const [, shared = ""] = /property="og:image" content="([^"]+)"/.exec(home) ?? [];
    expect(shared).toContain("/brand/shared-link.png");
    const picture = await request.get(new URL(shared).pathname + new URL(shared).search);
    expect(picture.headers()["content-type"]).toBe("image/png");

    const { output: kinds } = await shop.operator("mail", "--kinds", "--json");
    for (const { kind } of JSON.parse(kinds) as { kind: string }[]) {
      const { output } = await shop.operator("mail", kind);
      expect.soft(output, kind).not.toMatch(/taruva/i);
    }
    const { output } = await shop.operator("mail", "order-paid");
    expect(output).toContain("TRV-SAMPLE: Mitti thanks you");
    expect(output).toContain("You have 48 hours.");
    expect((await shop.operator("texts")).output).toMatch(/our-story\.md\s+yours/);
  },
);

test(
  "a shop with its own rules, sections, story, fonts and materials shows them without an error",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    await page.goto("/");
    await waitUntilAwake(page);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Fresh from the kiln",
      "What they say",
      /./,
    ]);
    await page.goto(`/product-info/${BOARD}`);
    await waitUntilAwake(page);
    await expect(page.getByText("Made to order, 21 days").first()).toBeVisible();
    await expect(page.getByText("10 Days Return")).toBeVisible();
    await expect(page.getByText("2 Year Warranty")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Brass");
    await expect(page.getByText("Grain is never the same twice")).toHaveCount(0);
    await expectOwnFonts(page);
    await page.goto("/track");
    await expectOwnFonts(page);
    expect(fonts.join(" ")).not.toMatch(/figtree|marcellus/);
    await page.goto("/refund-policy");
    await expect(page.getByRole("main")).toContainText("open for 48 hours after you have placed the order");
    await expect(page.getByRole("main")).not.toContainText("replaced");
    await page.goto("/our-story");
    await waitUntilAwake(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clay and water");
    await expect(page.getByRole("main").getByRole("strong")).toHaveText("every");

    expect(errors).toEqual([]);
  },
);

async function expectOwnFonts(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveCSS("font-family", /^"Playfair Display", "Playfair Display Georgia"/);
  await expect(page.locator("body")).toHaveCSS("font-family", /^"Source Sans 3"/);
  await page.evaluate(() => document.fonts.ready);
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family),
  );
  expect(loaded.join(" ")).toContain("Playfair Display");
  expect(loaded.join(" ")).toContain("Source Sans 3");
}
