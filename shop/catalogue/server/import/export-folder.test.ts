import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { readPictureAt } from "#shop/media/server/index.ts";
import { commands } from "../../../../server/commands.ts";
import { rewriteFolderFile, writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, hashRows, type TestContext } from "../../../../tests/support/database.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { importCatalogue } from "./import-catalogue.ts";

let context: TestContext;
let folder: string;
let work: string;

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

beforeAll(async () => {
  work = await mkdtemp(path.join(os.tmpdir(), "taruva-export-"));
  folder = await writeCatalogueFolder((files) => {
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
  });
  for (const [name, content] of Object.entries(ownFiles)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  context = await createTestContext({ config: { catalogueDir: folder, dataDir: path.join(work, "data") } });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterAll(async () => {
  await context.close();
  for (const each of [folder, work]) await rm(each, { recursive: true });
});

async function say(line: string, options: Record<string, string> = {}, { yes = true } = {}): Promise<string> {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && (each.verb === "" || each.verb === verb));
  if (!command) throw new Error(`There is no command ${line}.`);
  const words = command.verb === "" ? [verb, ...values] : values;
  const args = Object.fromEntries(
    command.args.flatMap(({ name }, at) => (words[at] === undefined ? [] : [[name, words[at]]])),
  );
  const typed = {
    noun,
    verb: command.verb,
    args,
    options,
    folder: work,
    osUser: "owner",
    confirmed: yes,
    dryRun: false,
  };
  const reply = await runCommand(context, commands, typed, () => {});
  if (reply.outcome === "confirm") return reply.question;
  return reply.outcome === "done" ? (reply.result.message ?? "") : `${reply.outcome}: ${reply.message}`;
}

const hashShop = () => hashRows(context, "product", "stock");
const readContent = async () =>
  (
    await context.database.pool.query<{ content: unknown }>(
      "select shop_window as content from catalogue_edition",
    )
  ).rows[0]?.content;

test("an export contains every file of the folder, and importing it changes nothing (D118)", async () => {
  expect(await say("products export whole")).toContain("3 products and ");
  expect((await readdir(path.join(work, "whole"))).toSorted()).toEqual(
    (await readdir(folder)).filter((name) => name !== "testimonials.json").toSorted(),
  );
  expect(await readFile(path.join(work, "whole", toText("texts/our-story")), "utf8")).toBe(
    ownFiles[toText("texts/our-story")],
  );
  const previous = [await hashShop(), await readContent()];
  await say("products import whole", {}, { yes: false });
  expect([await hashShop(), await readContent()]).toEqual(previous);
  expect(await say("products export whole")).toMatch(
    /^refused: .*whole is not empty\. Choose a new folder\.$/,
  );
});

test("importing another folder shows all differences, needs a confirmation and can be undone (D118)", async () => {
  const other = path.join(work, "other");
  await say("products export other");
  await say("products set teak-tray", { price: "1999" });
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

  const question = await say("products import other", {}, { yes: false });
  expect([await hashShop(), await readContent()], "a question changes nothing").toEqual(changed);
  for (const line of [
    "Products: 0 new, 1 changed, 1 removed from the shop, 1 unchanged.",
    "1 product is not in the list and will be removed from the shop: everyday-bowl.",
    "  The banners: Slow → For tea.",
    '  The special offer: "₹99 off · By itself." → none.',
    "  The teak-tray: price ₹1999.00 → ₹2499.00\n",
    "shipping fee ₹80 → ₹120",
  ])
    expect(question).toContain(line);
  await say("products import other");
  const banners = await context.database.pool.query<{ hash: string }>(
    "select hash from picture where path = 'banners/new.jpg'",
  );
  const { hash = "" } = banners.rows[0] ?? {};
  expect(await readPictureAt(context, `/pictures/banners/new.${hash}.480.jpg`)).not.toBeNull();
  expect(await say("products import other", {}, { yes: false }), "nothing is left to ask about").toBe("");

  expect(await say("undo 2", {}, { yes: false })).toContain("  the banners: For tea → Slow\n");
  await say("undo 2");
  expect(await readContent()).toEqual(changed[1]);
  expect(await say("undo 2")).toContain("already");
  const { rows } = await context.database.pool.query(
    "select id, price::int, hidden from product order by id",
  );
  expect(rows).toEqual([
    { id: "everyday-bowl", price: 89_900, hidden: false },
    { id: "last-bowls", price: 89_900, hidden: true },
    { id: "teak-tray", price: 199_900, hidden: false },
  ]);
});
