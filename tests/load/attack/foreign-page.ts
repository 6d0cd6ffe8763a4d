import { links } from "#contract/links.ts";
import { hashRows } from "../../support/row-hash.ts";
import { logIn as logInByHand } from "../../support/register.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, none, type Scenario } from "../scenario.ts";
import { inBrowser } from "./browser.ts";
import { inShop } from "./attacked-shop.ts";
import { expectDone, makeVictim, type Victim } from "./victim.ts";
import { callsOf, openForeignSite } from "./foreign-site.ts";
import { pageOfTheAttacker } from "./attackers-page.ts";

export const foreignPage: Scenario = {
  name: "foreign-page",
  summary: "other sites' pages, one of them on the same host, ask for every call in a customer's browser",
  threat: "T6",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const victim = await makeVictim(shop);
      await expectDone(
        shop,
        "/api/cart/add",
        { productId: PIECE, quantity: 1 },
        { token: victim.accessToken },
      );
      const foreign = await openForeignSite();
      try {
        return await attackFrom(shop, victim, foreign.port, stage.say);
      } finally {
        await foreign.close();
      }
    }),
};

const PIECE = "acacia-everyday-bowl";

/** What a foreign page must not be able to change: who is in, what is ordered, said and kept. */
const TABLES = [
  "account",
  "address",
  "cart_line",
  "orders",
  "payment",
  "testimonial",
  "contact_message",
  "newsletter_subscriber",
  "password_reset",
];

async function attackFrom(
  shop: Shop,
  victim: Victim,
  port: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(shop.url + links.logIn());
    await logInByHand(page, victim);
    await page.waitForURL(`${shop.url}/`);
    const before = await rowsOf(shop);
    const figures: Figure[] = [];
    // Another port of the same host is the same site: the cookie comes along, and only the origin tells them apart.
    for (const host of ["127.0.0.1", "localhost"]) {
      const bait = await context.newPage();
      await bait.goto(`http://${host}:${port}/`);
      const read = await bait.evaluate(pageOfTheAttacker, { shopUrl: shop.url, calls: callsOf(victim) });
      say(`from ${host}: ${read.sent} requests sent, ${read.readable.length} answers readable`);
      figures.push(none(`answers that a page of ${host} could read`, read.readable));
      await bait.close();
    }
    const after = await rowsOf(shop);
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
      none(
        "tables that were changed",
        TABLES.filter((table) => before[table] !== after[table]),
      ),
      { what: "the customer is still logged in", value: isIn ? 1 : 0, atLeast: 1 },
    ];
  });
}

const rowsOf = (shop: Shop): Promise<Record<string, string>> =>
  shop.behindTheCounter(async (db) => {
    const hashes: Record<string, string> = {};
    for (const table of TABLES) hashes[table] = await hashRows({ database: { pool: db.$client } }, table);
    return hashes;
  });
