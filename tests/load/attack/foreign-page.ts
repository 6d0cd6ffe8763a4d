import { links } from "#contract/links.ts";
import { hashRows } from "../../support/row-hash.ts";
import { logIn as logInByHand } from "../../support/register.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, type Scenario } from "../scenario.ts";
import { runInBrowser } from "./browser.ts";
import { runInShop } from "./attacked-shop.ts";
import { expectDone, createVictim, type Victim } from "./victim.ts";
import { listCalls, openForeignSite } from "./foreign-site.ts";
import { renderAttackPage } from "./attackers-page.ts";

export const foreignPage: Scenario = {
  name: "foreign-page",
  summary: "other sites' pages, one of them on the same host, ask for every call in a customer's browser",
  threat: "T6",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      await expectDone(
        shop,
        "/api/cart/add",
        { productId: PIECE, quantity: 1 },
        { token: victim.accessToken },
      );
      const foreign = await openForeignSite();
      try {
        return await attackFromPage(shop, victim, foreign.port, run.say);
      } finally {
        await foreign.close();
      }
    }),
};

const PIECE = "acacia-everyday-bowl";

/** Tables that a foreign page must not be able to change: who is in, what is ordered, said and stored. */
const TABLES = [
  "account",
  "address",
  "cart_line",
  "orders",
  "payment",
  "testimonial",
  "contact_message",
  "newsletter_subscriber",
  "back_in_stock_request",
  "password_reset",
];

async function attackFromPage(
  shop: Shop,
  victim: Victim,
  port: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  return runInBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(shop.url + links.logIn());
    await logInByHand(page, victim);
    await page.waitForURL(`${shop.url}/`);
    const before = await hashTables(shop);
    const figures: Figure[] = [];
    // Another port of the same host is the same site: the cookie comes along, and only the origin differs.
    for (const host of ["127.0.0.1", "localhost"]) {
      const bait = await context.newPage();
      await bait.goto(`http://${host}:${port}/`);
      const read = await bait.evaluate(renderAttackPage, { shopUrl: shop.url, calls: listCalls(victim) });
      say(`from ${host}: ${read.sent} requests sent, ${read.readable.length} answers readable`);
      figures.push(toNoneFigure(`answers that a page of ${host} could read`, read.readable));
      await bait.close();
    }
    const after = await hashTables(shop);
    await page.goto(shop.url + links.profile);
    const isIn = await page
      .getByRole("textbox", { name: "First Name" })
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    return [
      ...figures,
      toNoneFigure(
        "tables that were changed",
        TABLES.filter((table) => before[table] !== after[table]),
      ),
      { what: "the customer is still logged in", value: isIn ? 1 : 0, atLeast: 1 },
    ];
  });
}

const hashTables = (shop: Shop): Promise<Record<string, string>> =>
  shop.withDatabase(async (db) => {
    const hashes: Record<string, string> = {};
    for (const table of TABLES) hashes[table] = await hashRows({ database: { pool: db.$client } }, table);
    return hashes;
  });
