import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  context,
  folder,
  importFolder,
  run,
  say,
  setUpCatalogue,
} from "../../../../tests/support/catalogue-shop.ts";
import { hashRows } from "../../../../tests/support/database.ts";

setUpCatalogue();

const importList = (file = "goods.csv", options: Record<string, string> = {}) =>
  run(`products import ${file}`, options);

const read = async (id: string) =>
  (
    await context.database.pool.query<Record<string, unknown>>(
      `select title, description, price::int / 100 as price, original_price::int / 100 as "originalPrice", discount, materials,
              category, subcategory, hsn, sizes as size, seo->>'sku' as sku, on_hand as stock
         from product join stock on product_id = id where id = $1`,
      [id],
    )
  ).rows[0];

const hash = () => hashRows(context, "product", "stock", "catalogue_edition", "operator_change");

test("importing an exported product list without edits changes nothing", async () => {
  const picture = { describe: "bowl-2.jpg", alt: "From above" };
  await run("products pictures everyday-bowl", { describe: "bowl-1.jpg", alt: "none" });
  await run("products pictures everyday-bowl", picture);
  await writeFile(
    path.join(folder, "more.csv"),
    "slug,name,care,packed,backorder,leadDays\nteak-tray,ट्रे | tray,Wash. | Oil. | Never.,30 x 20 x 8.5,yes,10\neveryday-bowl,,Wash. | | Never.,,,\n",
  );
  await importList("more.csv");
  const previous = await hash();
  await run("products export goods.csv");
  expect(await importList()).toMatchObject({ facts: { added: 0, changed: 0, unchanged: 3 } });
  expect(await hash()).toBe(previous);
  await rm(path.join(folder, "goods.csv"));
});

test("a preview of an edited product list shows the changed price and nothing else, and the import applies the price", async () => {
  await run("products export goods.csv");
  const file = path.join(folder, "goods.csv");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(",2499,,", ",2299,,"));
  const previous = await hash();
  expect(await run("products import goods.csv", {}, { dryRun: true })).toMatchObject({
    facts: { changed: 1, unchanged: 2 },
    rows: [["The teak-tray", "price", "₹2,499.00", "₹2,299.00"]],
  });
  expect(await hash()).toBe(previous);
  await importList();
  expect(await read("teak-tray")).toMatchObject({ price: 2299, originalPrice: 2299 });
});

test("an import shows new products, new names and warnings before the owner confirms it, and its preview shows the same", async () => {
  const head =
    "slug,title,category,subcategory,materials,price,stock,description,images,hsn,backorder,leadDays";
  const row = (slug: string, kind: string) =>
    `${slug},The ${slug},Serveware,${kind},Teak,1299,5,Text,bowl-1.jpg,4419,,`;
  const rows = [row("cup", "Trays"), row("jug", "Jug")];
  await writeFile(path.join(folder, "new.csv"), [head, ...rows].join("\n"));
  const reply = await say("products import new.csv", {}, { confirmed: false });
  const lines = reply.outcome === "confirm" ? reply.question.split("\n") : [];
  const names = [
    'new.csv, Product type (column subcategory): "Trays" (similar to "Tray"), "Jug" are new in the shop. Check the spelling.',
    'new.csv, Woods (column materials): "Teak" (similar to "Teak wood") is new in the shop. Check the spelling.',
  ];
  const alt =
    "new.csv, row 2 (cup), row 3 (jug), Descriptions of the pictures: has 0 sentences for 1 picture.";
  expect(lines).toEqual([
    "Products: 2 new, 0 changed, 0 removed from the shop, 0 unchanged.",
    ...names.map((name) => `Warning: ${name}`),
    `Warning: ${alt} Write one sentence for each picture.`,
    "  New: The cup, ₹1,299.00, 5 in stock",
    "  New: The jug, ₹1,299.00, 5 in stock",
    "Import this?",
  ]);
  const preview = await run("products import new.csv", {}, { dryRun: true });
  expect(preview.rows).toEqual([
    ["The cup", "new product", "", "₹1,299.00, 5 in stock"],
    ["The jug", "new product", "", "₹1,299.00, 5 in stock"],
  ]);
  expect(preview.message?.split("\n")).toEqual([...names, expect.stringContaining(alt)]);
});

test("an import of a list with `--keep-stock` does not change stock counts", async () => {
  await writeFile(path.join(folder, "goods.csv"), "slug,stock,price\nlast-bowls,3,850\n");
  await importList("goods.csv", { "keep-stock": "on" });
  expect(await read("last-bowls")).toMatchObject({ stock: 10, price: 850 });
});

test("an import of a file that is not a CSV file, or that does not exist, is refused with the reason", async () => {
  await writeFile(path.join(folder, "goods.xlsx"), "PK");
  await expect(run("products import goods.xlsx")).rejects.toThrow(
    /^\S+goods\.xlsx is not a CSV file\. Save the list as "CSV UTF-8", with a name that ends in \.csv/,
  );
  await expect(run("products import nowhere")).rejects.toThrow(/^There is no file or folder \S+nowhere\./);
});

const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams," +
  "Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Status,materials";

const write = (...rows: string[]) =>
  writeFile(path.join(folder, "shopify.csv"), [SHOPIFY, ...rows].join("\n"));

test("an import whose prices should be both with and before GST is refused", async () => {
  await write();
  await expect(importList("shopify.csv", { "with-gst": "on", "before-gst": "on" })).rejects.toThrow(
    "Choose either this or “Prices in the list include GST”",
  );
});

test("an import of Shopify's product list takes only published products with their first variant, and removes HTML from descriptions", async () => {
  await write(
    `neem-bowl,Neem Bowl,"<p>Turned <b>by hand</b> &amp; oiled.</p><p>Wash it.</p>",Me,Home > Kitchen > Bowls,Bowl,x,true,Size,S,NB-1,350,shopify,4,1180,1416,8901234567890,https://cdn.shopify.com/s/files/bowl-1.jpg?v=1,A bowl,active,Neem wood`,
    `neem-bowl,,,,,,,,,L,NB-2,500,shopify,2,1770,,,,,,`,
    `secret,Secret,,,,Bowl,,false,,,,,,,100,,,https://cdn.shopify.com/bowl-1.jpg,,draft,Neem`,
    `by-link,By Link,,,,Bowl,,true,,,,,,,100,,,https://cdn.shopify.com/bowl-1.jpg,,unlisted,Neem`,
  );
  const message = await importList("shopify.csv", { "with-gst": "on", hsn: "4419" });
  expect(await read("neem-bowl")).toMatchObject({
    title: "Neem Bowl",
    description: "Turned by hand & oiled.\nWash it.",
    price: 1000,
    originalPrice: 1200,
    stock: 4,
    sku: "NB-1",
    subcategory: "Bowl",
    materials: ["Neem wood"],
  });
  expect(await read("secret")).toBeUndefined();
  const remarks = (message.rows ?? []).map((cells) => cells.join(" "));
  expect(remarks).toEqual([
    expect.stringContaining('Category "Bowls" is new in the shop'),
    expect.stringContaining('"Neem wood" is new in the shop'),
    expect.stringContaining(
      'the columns "Vendor", "Tags", "Option1 Name", "Option1 Value" are not imported.',
    ),
    expect.stringContaining("has 2 variants: only one is imported"),
    expect.stringContaining("imported without its formatting"),
    expect.stringContaining("row 4 (secret), row 5 (by-link)  is not published, so it is not imported."),
  ]);
});

test("each Shopify price is converted to a price without GST, at the GST rate of the product, of its HSN or of the shop", async () => {
  const rates = [
    { hsn: "4419", rate: 5 },
    { products: ["neem-bowl"], rate: 12 },
    { hsn: "7013", rate: 28 },
  ];
  await writeFile(path.join(folder, "taxes.json"), JSON.stringify({ rates }));
  onTestFinished(() => rm(path.join(folder, "taxes.json")));
  await importFolder();
  const row = (slug: string, price: number, hsn: string) =>
    `${slug},Piece,Text,Me,,Bowl,,true,,,,,,,${price},,,https://cdn.shopify.com/bowl-1.jpg,,active,Neem,${hsn}`;
  const priced = [
    row("neem-bowl", 1120, "4419"),
    row("glass-bowl", 1280, "7013"),
    row("plain-bowl", 1180, "9403"),
  ];
  await writeFile(path.join(folder, "shopify.csv"), [`${SHOPIFY},hsn`, ...priced].join("\n"));
  await importList("shopify.csv", { "with-gst": "on" });
  await write(row("teak-tray", 1050, "").slice(0, -1));
  expect((await importList("shopify.csv")).rows).toContainEqual([
    "shopify.csv",
    "",
    "Price",
    expect.stringContaining("is imported without its GST"),
  ]);
  await write(row("fluted-bowl", 1280, "").slice(0, -1), row("plain-bowl", 1180, "").slice(0, -1));
  await importList("shopify.csv", { "with-gst": "on", hsn: "7013" });
  for (const slug of ["neem-bowl", "glass-bowl", "plain-bowl", "teak-tray", "fluted-bowl"])
    expect(await read(slug), slug).toMatchObject({ price: 1000 });
});

test("an empty price cell leaves the price and the discount of a product unchanged", async () => {
  const write = (...rows: string[]) => writeFile(path.join(folder, "goods.csv"), rows.join("\n"));
  await write("slug,price,originalPrice,discount", "teak-tray,800,900,11.2");
  await importList("goods.csv");
  await write("slug,price", "teak-tray,");
  expect(await importList("goods.csv")).toMatchObject({ facts: { changed: 0, unchanged: 1 } });
  expect(await read("teak-tray")).toMatchObject({ price: 800, originalPrice: 900, discount: 11.2 });
});

test("a sale price from WooCommerce counts only between the days on which its sale starts and ends", async () => {
  const row = (name: string, from: string, to: string) =>
    `simple,${name},1,visible,Text,3,${from},${to},900,1000,Kitchen > Bowls,https://x.example/bowl-1.jpg,Material,Neem wood`;
  await writeFile(
    path.join(folder, "woo.csv"),
    [
      "Type,Name,Published,Visibility in catalog,Description,Stock,Date sale price starts,Date sale price ends," +
        "Sale price,Regular price,Categories,Images,Attribute 1 name,Attribute 1 value(s)",
      row("Later Bowl", "2099-01-01", ""),
      row("Former Bowl", "2020-01-01 00:00:00", "2020-01-31 23:59:59"),
      row("Present Bowl", "2020-01-01", "2099-01-31"),
      row("Unclear Bowl", "01/02/2020", ""),
    ].join("\n"),
  );
  const { rows = [] } = await importList("woo.csv", { hsn: "4419", "before-gst": "on" });
  for (const slug of ["later-bowl", "former-bowl", "unclear-bowl"])
    expect(await read(slug), slug).toMatchObject({ price: 1000, discount: 0 });
  expect(await read("present-bowl")).toMatchObject({ price: 900, originalPrice: 1000 });
  expect(rows.map((cells) => cells.join(" "))).toEqual([
    expect.stringContaining('Category "Kitchen" is new in the shop'),
    expect.stringContaining('Product type "Bowls" (similar to "Bowl") is new in the shop'),
    expect.stringContaining('Woods "Neem wood" is new in the shop'),
    expect.stringContaining('has a sale price of 900 from "2099-01-01" to "", which is not imported'),
    expect.stringContaining("which is not imported, because it does not apply today"),
    expect.stringContaining("has a sale price until 2099-01-31. The sale price is imported"),
    expect.stringContaining(
      "which is not imported, because a date cannot be read. Write dates like 2026-01-31.",
    ),
  ]);
});

test("a product list from WooCommerce is imported with sale prices, units, attributes and merged variations", async () => {
  await writeFile(
    path.join(folder, "woo.csv"),
    "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Stock,Weight (kg),Length (cm),Width (cm),Height (cm)," +
      "Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)\n" +
      '1,simple,N-1,Neem Bowl,1,visible,Short,"Long\\ntext",3,0.35,25.4,25.4,10.16,900,1000,"Kitchen > Bowls, Gifts",https://x.example/bowl-1.jpg,,Material,"Neem wood, Brass"\n' +
      "2,variable,V,Set of Bowls,1,visible,,Text,,,,,,,,Kitchen > Bowls,https://x.example/bowl-2.jpg,,Material,Neem wood\n" +
      "3,variation,V-S,Set of Bowls - S,1,visible,,,,,,,,,500,,,id:2,Size,S\n" +
      "4,variation,V-L,Set of Bowls - L,1,visible,,,,,,,,,700,,,id:2,Size,L\n",
  );
  await importList("woo.csv", { hsn: "4419", "before-gst": "on" });
  expect(await read("neem-bowl")).toMatchObject({
    price: 900,
    originalPrice: 1000,
    discount: 10,
    stock: 3,
    category: "Kitchen",
    subcategory: "Bowls",
    materials: ["Neem wood", "Brass"],
    size: [{ L: 10, B: 10, H: 4 }],
  });
  expect(await read("set-of-bowls")).toMatchObject({ price: 500 });
});
