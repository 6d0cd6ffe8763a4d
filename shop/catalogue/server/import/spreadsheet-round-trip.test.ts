import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, hashRows, type TestContext } from "../../../../tests/support/database.ts";
import { catalogueCommands } from "../commands.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { importCatalogue } from "./import-catalogue.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(async () => {
  folder = await writeCatalogueFolder();
  Object.assign(context.config, { catalogueDir: folder });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterEach(async () => {
  await context.wipe();
  await rm(folder, { recursive: true });
});
afterAll(() => context.close());

const command = (verb: string) => {
  const match = catalogueCommands.find((one) => one.noun === "products" && one.verb === verb);
  if (!match) throw new Error(`no products ${verb}`);
  return match;
};

const inputOf = (file: string, options: Record<string, string> = {}) => ({
  args: { file, list: file },
  options,
  folder,
});

const importList = (file = "goods.csv", options: Record<string, string> = {}) =>
  command("import").run(context, { ...inputOf(file, options), confirmed: true });

async function preview(file = "goods.csv", options: Record<string, string> = {}) {
  const { preview: look } = command("import");
  if (typeof look !== "function") throw new Error("products import has no preview");
  return look(context, inputOf(file, options));
}

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

describe("a list of products that was exported", () => {
  test("imported again changes nothing at all", async () => {
    await writeFile(
      path.join(folder, "more.csv"),
      "slug,name,care,packed,backorder,leadDays\nteak-tray,ट्रे | tray,Wash. | Oil. | Never.,30 x 20 x 8.5,yes,10\neveryday-bowl,,Wash. | | Never.,,,\n",
    );
    await importList("more.csv");
    const previous = await hash();
    await command("export").run(context, inputOf("goods.csv"));
    expect(await preview()).toMatchObject({ facts: { added: 0, changed: 0, unchanged: 3 }, rows: [] });
    expect(await importList()).toMatchObject({ facts: { added: 0, changed: 0, unchanged: 3 } });
    expect(await hash()).toBe(previous);
  });

  test("and changed shows row by row what would change, changes it, and says so of nothing else", async () => {
    await command("export").run(context, inputOf("goods.csv"));
    const file = path.join(folder, "goods.csv");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(",2499,2499,", ",2299,2499,"));
    const previous = await hash();
    expect(await preview()).toMatchObject({
      facts: { changed: 1, unchanged: 2 },
      rows: [["teak-tray", "price", "₹2499.00", "₹2299.00"]],
    });
    expect(await hash()).toBe(previous);
    await importList();
    expect(await read("teak-tray")).toMatchObject({ price: 2299, originalPrice: 2499 });
  });

  test("holds no formula, and reads such a text as it was", async () => {
    const title = "=HYPERLINK(1)";
    await context.database.pool.query("update product set title = $1 where id = 'teak-tray'", [title]);
    await command("export").run(context, inputOf("goods.csv"));
    expect(await readFile(path.join(folder, "goods.csv"), "utf8")).toContain(",'=HYPERLINK(1)");
    expect(await preview()).toMatchObject({ rows: [] });
  });
});

const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams," +
  "Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Status,materials";

describe("lists exported by Shopify are imported", () => {
  const write = (...rows: string[]) =>
    writeFile(path.join(folder, "shopify.csv"), [SHOPIFY, ...rows].join("\n"));

  test("is taken: texts without their formatting, the first variant, what is published", async () => {
    await write(
      `neem-bowl,Neem Bowl,"<p>Turned <b>by hand</b> &amp; oiled.</p><p>Wash it.</p>",Me,Home > Kitchen > Bowls,Bowl,x,true,Size,S,NB-1,350,shopify,4,1180,1416,8901234567890,https://cdn.shopify.com/s/files/bowl-1.jpg?v=1,A bowl,active,Neem wood`,
      `neem-bowl,,,,,,,,,L,NB-2,500,shopify,2,1770,,,,,,`,
      `secret,Secret,,,,Bowl,,false,,,,,,,100,,,https://cdn.shopify.com/bowl-1.jpg,,draft,Neem`,
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
      expect.stringContaining("has 2 variants there: only one is taken"),
      expect.stringContaining("taken without its formatting"),
      expect.stringContaining("row 4 (secret)  is not published there, and left out."),
    ]);
  });

  test("each price is converted to a price without GST, at the rate of its HSN in the list or the shop's", async () => {
    const rates = [
      { hsn: "4419", rate: 5 },
      { products: ["neem-bowl"], rate: 12 },
      { hsn: "7013", rate: 28 },
    ];
    await writeFile(path.join(folder, "taxes.json"), JSON.stringify({ rates }));
    await importCatalogue(context, folder);
    await refreshSnapshot(context);
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
    await importList("shopify.csv", { "with-gst": "on" });
    await write(row("fluted-bowl", 1280, "").slice(0, -1), row("plain-bowl", 1180, "").slice(0, -1));
    await importList("shopify.csv", { "with-gst": "on", hsn: "7013" });
    for (const slug of ["neem-bowl", "glass-bowl", "plain-bowl", "teak-tray", "fluted-bowl"])
      expect(await read(slug), slug).toMatchObject({ price: 1000 });
  });

  test("names each picture that is to be saved, and fetches none", async () => {
    await write(
      "neem-bowl,Neem Bowl,Text,Me,,Bowl,,true,,,,,,,100,,,https://cdn.shopify.com/s/files/neem%20bowl.jpg?v=1,,active,Neem",
    );
    await expect(importList("shopify.csv")).rejects.toThrow(
      '"neem-bowl.jpg" is not in the folder products/. Save there, under this name: https://cdn.shopify.com/s/files/neem%20bowl.jpg?v=1',
    );
  });

  test("changes a product that is here, and keeps its pictures, woods and place", async () => {
    await write(
      ",,,,,,,,,,,,,,,,,,,,",
      "teak-tray,Another Title,Text,Me,,Kind,,true,,,,,,,1999,,,https://x.example/gone.jpg,,active,Oak",
    );
    await importList("shopify.csv");
    expect(await read("teak-tray")).toMatchObject({
      title: "Another Title",
      price: 1999,
      materials: ["Teak wood"],
      subcategory: "Tray",
    });
  });

  test("without woods and kinds is taken with those that the command says of all that is new", async () => {
    const rows = [
      "Title,URL handle,Description,Type,Published on online store,Status,SKU,Price,Product image URL",
      "Neem Bowl,neem-bowl,Text,,TRUE,Active,S,2100,https://x.example/bowl-1.jpg",
      "Neem Plate,neem-plate,Text,Plate,TRUE,Active,P,900,https://x.example/bowl-2.jpg",
      "Another,teak-tray,Text,,TRUE,Active,T,2100,",
    ];
    await writeFile(path.join(folder, "shopify.csv"), rows.join("\n"));
    await expect(importList("shopify.csv")).rejects.toThrow(
      'column materials: is missing. Add the column, or say it of all that is new: products import … --materials "…"',
    );
    const options = {
      materials: "Neem wood\nBrass",
      category: "Tableware",
      subcategory: "Bowl",
      hsn: "4419",
    };
    await importList("shopify.csv", options);
    const neem = { category: "Tableware", materials: ["Neem wood", "Brass"], hsn: "4419" };
    expect(await read("neem-bowl")).toMatchObject({ ...neem, subcategory: "Bowl" });
    expect(await read("neem-plate")).toMatchObject({ ...neem, category: "Plate", subcategory: "Plate" });
    expect(await read("teak-tray")).toMatchObject({ title: "Another", materials: ["Teak wood"] });
    await expect(command("import").run(context, { args: {}, options, folder })).rejects.toThrow(
      "--materials, --category, --subcategory and --hsn are for a spreadsheet",
    );
    await expect(
      command("import").run(context, { args: {}, options: { "with-gst": "on" }, folder }),
    ).rejects.toThrow(
      "--with-gst is for a list of Shopify or WooCommerce: prices of the folder, and of the shop's own columns, are before GST. Leave it out, or name the list.",
    );
    await writeFile(path.join(folder, "own.csv"), "slug,price\nteak-tray,2100\n");
    await expect(importList("own.csv", { "with-gst": "on" })).rejects.toThrow(
      "own.csv, --with-gst: is for a list of Shopify or WooCommerce",
    );
  });
});

test("a list of WooCommerce is taken: sale price, units, attributes, a product with variations as one piece", async () => {
  await writeFile(
    path.join(folder, "woo.csv"),
    "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Stock,Weight (kg),Length (cm),Width (cm),Height (cm)," +
      "Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)\n" +
      '1,simple,N-1,Neem Bowl,1,visible,Short,"Long\\ntext",3,0.35,25.4,25.4,10.16,900,1000,"Kitchen > Bowls, Gifts",https://x.example/bowl-1.jpg,,Material,"Neem wood, Brass"\n' +
      "2,variable,V,Set of Bowls,1,visible,,Text,,,,,,,,Kitchen > Bowls,https://x.example/bowl-2.jpg,,Material,Neem wood\n" +
      "3,variation,V-S,Set of Bowls - S,1,visible,,,,,,,,,500,,,id:2,Size,S\n" +
      "4,variation,V-L,Set of Bowls - L,1,visible,,,,,,,,,700,,,id:2,Size,L\n",
  );
  await importList("woo.csv", { hsn: "4419" });
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

const WOO = [
  "ID,Type,SKU,Name,Published,Visibility in catalog,Description,In stock?,Stock,Backorders allowed?,Weight (kg),Length (cm),Width (cm)",
  "Height (cm),Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)",
  '"GTIN, UPC, EAN, or ISBN",leadDays',
].join(",");

interface Woo {
  type: string;
  sku: string;
  name: string;
  text: string;
  inStock: string;
  stock: string;
  more: string;
  weight: string;
  size: string;
  regular: string;
  categories: string;
  woods: string;
  code: string;
  leadDays: string;
}

let lastId = 0;

const woo = (facts: Partial<Woo>) => {
  const { type = "simple", sku = "", name = "Neem Bowl", text = "Text", inStock = "1", stock = "" } = facts;
  const { more = "0", weight = "", size = ",,", regular = "900", categories = "Bowls" } = facts;
  const { woods = "Neem wood", code = "", leadDays = "" } = facts;
  lastId += 1;
  return `${lastId},${type},${sku},"${name}",1,visible,"${text}",${inStock},${stock},${more},"${weight}",${size},,"${regular}","${categories}",https://x.example/bowl-1.jpg,,Material,"${woods}",${code},${leadDays}`;
};

async function importWoo(...products: Partial<Woo>[]): Promise<string[]> {
  await writeFile(path.join(folder, "woo.csv"), [WOO, ...products.map(woo)].join("\n"));
  const { rows = [] } = await importList("woo.csv", { hsn: "4419" });
  return rows.map((cells) => cells.join(" "));
}

const readAll = async (id: string) =>
  (
    await context.database.pool.query<Record<string, unknown>>(
      `select weight, sizes as size, seo->>'gtin13' as code, lead_days as "leadDays", backorder
         from product join stock on product_id = id where id = $1`,
      [id],
    )
  ).rows[0];

describe("lists exported by WooCommerce are imported", () => {
  test("has its texts as they were written: line breaks, entities by name and number, commas in categories", async () => {
    const remarks = await importWoo({
      name: "Bowl &amp; Spoon &ndash; Anaya&#8217;s caf&eacute;",
      text: "First&hellip;\\n\\nSecond &lt;3 &hearts; C:\\\\new &unknown;",
      categories: "Bowls\\, Plates &amp; Trays > Small\\, round",
      woods: "Neem\\, oiled, Teak &amp; brass",
    });
    expect(await read("bowl-spoon-anaya-s-cafe")).toMatchObject({
      title: "Bowl & Spoon \u2013 Anaya\u2019s caf\u00E9",
      description: "First\u2026\n\nSecond <3 \u2665 C:\\new &unknown;",
      category: "Bowls, Plates & Trays",
      subcategory: "Small, round",
      materials: ["Neem, oiled", "Teak & brass"],
    });
    expect(remarks).toEqual([]);
    expect(await importWoo({ categories: "Bowls, Gifts" })).toEqual([
      expect.stringContaining('is in 2 categories there: only "Bowls" is taken.'),
    ]);
  });

  test("has decimal commas in weights, sizes and prices, and names what can be read in two ways", async () => {
    const size = '"25,4","50,8","10,16"';
    expect(await importWoo({ weight: "0,35", size, regular: "1.299,00" })).toEqual([]);
    expect(await read("neem-bowl")).toMatchObject({ price: 1299, size: [{ L: 10, B: 20, H: 4 }] });
    expect(await readAll("neem-bowl")).toMatchObject({ weight: 350 });
    for (const [regular, price] of [
      ["1,299", 1299],
      ["₹1,29,900.00", 129_900],
      ["1299,5", 1299],
    ] as const) {
      await importWoo({ regular });
      expect(await read("neem-bowl"), regular).toMatchObject({ price });
    }
    await expect(importWoo({ regular: "12.34,5x" })).rejects.toThrow("row 2, column price: is not an amount");
    const remarks = await importWoo(
      { name: "One", weight: "1,250" },
      { name: "Two", weight: "about 2" },
      { name: "Three", size: "10,,5" },
      { name: "Four", weight: "0", size: "0,0,0" },
    );
    expect(remarks).toEqual([
      expect.stringContaining('(one)  has "1,250" as Weight (kg), which cannot be read: it is left out.'),
      expect.stringContaining('(two)  has "about 2" as Weight (kg)'),
      expect.stringContaining("(three)  has no Width (cm): its size is left out."),
    ]);
  });

  test("says what is sold out, ordered beyond the stock, or missing from it", async () => {
    const remarks = await importWoo(
      { name: "Out", inStock: "0" },
      { name: "Out with pieces", inStock: "0", stock: "4" },
      { name: "Free" },
      { name: "Owed", stock: "-3" },
      { name: "Later", inStock: "backorder", stock: "0", more: "notify" },
      { name: "Made", stock: "2", more: "1", leadDays: "10" },
    );
    const stocks = await Promise.all(
      ["out", "out-with-pieces", "free", "owed", "later", "made"].map(
        async (id) => (await read(id))?.["stock"],
      ),
    );
    expect(stocks).toEqual([0, 0, null, 0, 0, 2]);
    expect(await readAll("made")).toMatchObject({ leadDays: 10, backorder: true });
    expect(await readAll("later")).toMatchObject({ leadDays: null, backorder: false });
    expect(remarks).toEqual([
      expect.stringContaining("(out-with-pieces)  has a stock of 4 there and is marked as out of stock"),
      expect.stringContaining("(owed)  has a stock of -3 there: it is taken as 0."),
      expect.stringContaining("(later)  can be ordered there beyond its stock: that is left out."),
    ]);
    await expect(importWoo({ stock: "many" })).rejects.toThrow("row 2, column stock: is not a whole number");
  });

  test("that counts each variation takes the stock of the one that it takes", async () => {
    const parent = { type: "variable", name: "Set", regular: "" };
    await writeFile(
      path.join(folder, "woo.csv"),
      [
        WOO,
        woo(parent),
        woo({ type: "variation", stock: "2" }).replace("bowl-1.jpg,", `bowl-1.jpg,id:${lastId - 1}`),
      ].join("\n"),
    );
    await importList("woo.csv", { hsn: "4419" });
    expect(await read("set")).toMatchObject({ price: 900, stock: 2 });
  });

  test("has every identifier in full, or is refused", async () => {
    const remarks = await importWoo(
      { name: "Thirteen", code: "8901234567890" },
      { name: "Twelve", code: "012345678905" },
      { name: "Eight", code: "12345670" },
    );
    const codes = await Promise.all(
      ["thirteen", "twelve", "eight"].map(async (id) => (await readAll(id))?.["code"]),
    );
    expect(codes).toEqual(["8901234567890", "0012345678905", null]);
    expect(remarks).toEqual([
      expect.stringContaining('has the bar code "12345670", which has not 13 digits'),
    ]);
    for (const [facts, column] of [
      [{ code: "1.23E+12" }, "gtin13"],
      [{ code: '"8,90123E+12"' }, "gtin13"],
      [{ sku: "1.23E+12" }, "sku"],
    ] as const)
      await expect(importWoo(facts)).rejects.toThrow(
        `row 2, column ${column}: was shortened by a spreadsheet`,
      );
    await writeFile(path.join(folder, "own.csv"), "slug,sku\nteak-tray,1.23E+12\n");
    await expect(importList("own.csv")).rejects.toThrow("row 2, column sku: was shortened by a spreadsheet");
  });
});

test("a list of Shopify without identifiers leaves those in the shop, and has its own way to sell beyond the stock", async () => {
  await writeFile(
    path.join(folder, "own.csv"),
    "slug,SKU,GTIN13,Lead days,BACKORDER\nteak-tray,T-1,8901234567890,9,TRUE\n",
  );
  await importList("own.csv");
  expect(await readAll("teak-tray")).toMatchObject({ code: "8901234567890", leadDays: 9, backorder: true });
  await writeFile(
    path.join(folder, "shopify.csv"),
    "Handle,Title,Body (HTML),Type,Published,Variant Price,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Barcode,Image Src\n" +
      "teak-tray,Tray &amp; Spoon,Text,Tray,TRUE,1999,1250.0,shopify,-2,continue,,https://x.example/gone.jpg\n",
  );
  const { rows = [] } = await importList("shopify.csv");
  expect(rows.map((cells) => cells.join(" "))).toEqual(
    expect.arrayContaining([
      expect.stringContaining("has a stock of -2 there: it is taken as 0."),
      expect.stringContaining("can be ordered there beyond its stock: that is left out."),
    ]),
  );
  expect(await read("teak-tray")).toMatchObject({ title: "Tray & Spoon", sku: "T-1", stock: 0 });
  expect(await readAll("teak-tray")).toMatchObject({ code: "8901234567890", leadDays: 9, backorder: true });
});
