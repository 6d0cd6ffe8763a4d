import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { readPictureAt } from "#shop/media/server/index.ts";
import {
  context,
  folder,
  importFolder,
  run,
  say,
  setUpCatalogue,
} from "../../../../tests/support/catalogue-shop.ts";
import { rewriteFolderFile } from "../../../../tests/support/catalogue-folder.ts";
import { hashRows } from "../../../../tests/support/database.ts";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>';

const toText = (name: string): string => `${name}.md`;

const ownFiles: Readonly<Record<string, unknown>> = {
  "rules.json": {
    shippingFee: 80,
    dispatchWithinDays: "4-5",
    workdays: ["Monday", "Friday"],
    replacement: "no",
  },
  "home.json": [{ section: "banners" }, { section: "films", title: "Watch" }],
  "menu.json": { search: ["Bowl"] },
  "couriers.json": [{ name: "Uncle", link: "https://uncle.test/{number}" }],
  "taxes.json": { rates: [{ hsn: "4419", rate: 5, from: "2030-01-01" }] },
  "brand.json": { tagline: "clay for every day", colours: { main: "#123a5c" } },
  "logo.svg": LOGO,
  [toText("texts/our-story")]: "# Our clay\n\nFrom one valley.\n",
  [toText("mails/welcome")]: "# Hello\n\nGood to have you.\n",
};

setUpCatalogue({
  imported: "never",
  change: (files) => {
    Object.assign(files["products.json"][1] ?? {}, {
      name: { script: "सवेरा", meaning: "morning" },
      care: { wash: "By hand.", never: "The dishwasher." },
      packed: { L: 30, B: 30, H: 12 },
      netWeight: 900,
      finish: "Lacquer",
      origin: "Nepal",
      pieces: 2,
      manufacturer: "Ravi, Pune",
      leadDays: 9,
      backorder: "yes",
      seo: { sku: "T-1" },
      hidden: "yes",
    });
  },
});
beforeAll(async () => {
  for (const [name, content] of Object.entries(ownFiles)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  await importFolder();
});

async function ask(line: string, how: Parameters<typeof say>[2] = {}): Promise<string> {
  const reply = await say(line, {}, { folder: context.config.dataDir, ...how });
  if (reply.outcome === "confirm") return reply.question;
  return reply.outcome === "done" ? (reply.result.message ?? "") : `${reply.outcome}: ${reply.message}`;
}
const unconfirmed = { confirmed: false };

const hashShop = () => hashRows(context, "product", "stock");
const readContent = async () =>
  (
    await context.database.pool.query<{ content: unknown }>(
      "select shop_window as content from catalogue_edition",
    )
  ).rows[0]?.content;

test("an export contains every file of the catalogue folder except testimonials.json, and importing it changes nothing (D118)", async () => {
  expect(await ask("products export whole")).toContain("3 products and ");
  expect((await readdir(path.join(context.config.dataDir, "whole"))).toSorted()).toEqual(
    (await readdir(folder)).filter((name) => name !== "testimonials.json").toSorted(),
  );
  expect(await readFile(path.join(context.config.dataDir, "whole", toText("texts/our-story")), "utf8")).toBe(
    ownFiles[toText("texts/our-story")],
  );
  const previous = [await hashShop(), await readContent()];
  await ask("products import whole", unconfirmed);
  expect([await hashShop(), await readContent()]).toEqual(previous);
  expect(await ask("products export whole")).toMatch(
    /^refused: .*whole is not empty\. Choose a new folder\.$/,
  );
});

test("importing another catalogue folder shows its differences, needs a confirmation and can be undone (D118)", async () => {
  const other = path.join(context.config.dataDir, "other");
  await ask("products export other");
  await run("products set teak-tray", { price: "1999" });
  const changed = [await hashShop(), await readContent()];
  await rewriteFolderFile(other, "banners.json", ([first]) => [
    { ...first, heading: "For tea", desktop: "new.jpg" },
  ]);
  await rewriteFolderFile(other, "products.json", (all) => all.slice(1));
  await rewriteFolderFile(other, "offers.json", ({ cards }) => ({ cards }));
  await writeFile(path.join(other, "rules.json"), '{ "shippingFee": 120 }');
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#345" } }).toFile(
    path.join(other, "banners/new.jpg"),
  );

  const question = await ask("products import other", unconfirmed);
  expect([await hashShop(), await readContent()], "a question changes nothing").toEqual(changed);
  for (const line of [
    "Products: 0 new, 1 changed, 1 removed from the shop, 1 unchanged.",
    "1 product is not in the list and will be removed from the shop: everyday-bowl.",
    '  The banners: wide picture changed, heading "Slow" → "For tea".',
    '  The special offer: "₹99 off · By itself." → none.',
    "  The teak-tray: price ₹1,999.00 → ₹2,499.00\n",
    "shipping fee ₹80 → ₹120",
  ])
    expect(question).toContain(line);
  await ask("products import other");
  const banners = await context.database.pool.query<{ hash: string }>(
    "select hash from picture where path = 'banners/new.jpg'",
  );
  const { hash = "" } = banners.rows[0] ?? {};
  expect(await readPictureAt(context, `/pictures/banners/new.${hash}.480.jpg`)).not.toBeNull();
  expect(await ask("products import other", unconfirmed), "nothing is left to ask about").toBe("");

  expect(await ask("undo 2", unconfirmed)).toContain(
    '  The banners: wide picture changed, heading "For tea" → "Slow"\n',
  );
  await ask("undo 2");
  expect(await readContent()).toEqual(changed[1]);
  expect(await ask("undo 2")).toContain("already");
  const { rows } = await context.database.pool.query(
    "select id, price::int, hidden from product order by id",
  );
  expect(rows).toEqual([
    { id: "everyday-bowl", price: 89_900, hidden: false },
    { id: "last-bowls", price: 89_900, hidden: true },
    { id: "teak-tray", price: 199_900, hidden: false },
  ]);
});
