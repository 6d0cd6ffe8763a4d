import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { context, folder, run, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";

setUpCatalogue();

const importList = async (rows: readonly string[], options: Record<string, string> = {}) => {
  await writeFile(path.join(folder, "list.csv"), rows.join("\n"));
  const { rows: warnings = [] } = await run("products import list.csv", { hsn: "4419", ...options });
  return warnings.map((cells) => cells.filter(Boolean).join(" "));
};

const read = async (id: string) =>
  (
    await context.database.pool.query<Record<string, unknown>>(
      "select description, price::int / 100 as price, weight, images from product where id = $1",
      [id],
    )
  ).rows[0];

const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Gift Card,Variant Price,Image Src,Image Alt Text,Status,materials";

const WOO =
  "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Tax status,Tax class,Stock,Regular price," +
  "Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)";

const shopify = (handle: string, { body = "Text", tags = "", gift = "false", images = "" } = {}) =>
  `${handle},The ${handle},${body},,Bowl,${tags},true,${gift},100,${images || "https://cdn.example/bowl-1.jpg,"},active,Teak wood`;

test("an import of a Shopify or WooCommerce list names the columns that are not imported", async () => {
  expect(await importList([SHOPIFY, shopify("one"), shopify("two", { tags: "gifts" })])).toContain(
    'list.csv the column "Tags" is not imported.',
  );
  const row = '7,"simple, virtual",,Voucher,1,visible,In short,Long text,taxable,reduced-rate,,500';
  const warnings = await importList([
    WOO,
    `${row},Serveware > Bowl,https://x.example/bowl-1.jpg,,Wood,Teak wood`,
  ]);
  expect(warnings).toEqual(
    expect.arrayContaining([
      'list.csv the columns "Tax status", "Tax class" are not imported.',
      'list.csv row 2 (voucher) has the type "simple, virtual" and is imported as one piece.',
      "list.csv row 2 (voucher) has a short description, which is not imported.",
    ]),
  );
});

test("a variant in WooCommerce's list is added only to the product that it names, and is reported if that product is missing", async () => {
  const product = (id: string, sku: string, name: string) =>
    `${id},variable,${sku},${name},1,visible,,Text,,,,,Serveware > Bowl,https://x.example/bowl-1.jpg,,Wood,Teak wood`;
  const variant = (id: string, name: string, parent: string, price: number) =>
    `${id},variation,,${name},1,visible,,,,,,${price},,,${parent},,`;
  const warnings = await importList(
    [
      WOO,
      product("1", "", "By Id"),
      product("2", "1", "By Code"),
      variant("3", "By Id - S", "id:1", 300),
      variant("4", "By Code - S", "1", 400),
      variant("5", "Lost - S", "id:99", 500),
      variant("6", "Nobody's - S", "", 600),
    ],
    { "before-gst": "on" },
  );
  expect(await read("by-id")).toMatchObject({ price: 300 });
  expect(await read("by-code")).toMatchObject({ price: 400 });
  expect(warnings).toContain(
    "list.csv row 6 (lost-s), row 7 (nobodys-s) is a variant of a product that is not in the list, so it is not imported. Export the list with that product.",
  );
});

test("different pictures in a Shopify list get different, valid file names, and descriptions stay with their pictures", async () => {
  const rows = [
    SHOPIFY,
    shopify("one", { images: "https://x.example/a/bowl-1.jpg?v=1,From above" }),
    "one,,,,,,,,,https://x.example/a/bowl-2.jpg,,,",
    "one,,,,,,,,,https://x.example/a/bowl-1.jpg?v=2,In use,,",
    shopify("two", { images: "https://x.example/b/bowl-1.jpg," }),
    shopify("three", { images: `https://x.example/${encodeURIComponent("कटोरी")}.png,` }),
    shopify("four", { images: "https://x.example/photo.v2.gif," }),
  ];
  const refusal = await importList(rows).catch(String);
  for (const error of [
    'row 5 (two), Pictures: "two-1.jpg" is not in the folder products/. Save https://x.example/b/bowl-1.jpg in this folder as two-1.jpg.',
    'row 6 (three), Pictures: "three-1.png" is not in the folder products/.',
    'row 7 (four), Pictures: "photo-v2.jpg" is not in the folder products/. Save https://x.example/photo.v2.gif in this folder as photo-v2.jpg.',
  ])
    expect(refusal).toContain(error);
  await importList(rows.slice(0, 4));
  expect(await read("one")).toMatchObject({
    images: [
      { name: "bowl-1.jpg", alt: "From above" },
      { name: "bowl-2.jpg" },
      { name: "bowl-1.jpg", alt: "In use" },
    ],
  });
});

test("a table in a Shopify description becomes plain text with spaces between the cells", async () => {
  const body = "<table><tr><th>Length</th><td>20 cm</td></tr><tr><th>Wood</th><td>Teak</td></tr></table>";
  await importList([SHOPIFY, shopify("one", { body })]);
  expect(await read("one")).toMatchObject({ description: "Length 20 cm\nWood Teak" });
});

test("a weight with a thousands separator is imported, and a weight with a decimal comma is reported", async () => {
  const warnings = await importList([
    `${SHOPIFY},Variant Grams`,
    `${shopify("one")},"1,250"`,
    `${shopify("two")},"9,50"`,
    `${shopify("three")},"0,350"`,
  ]);
  expect(await read("one")).toMatchObject({ weight: 1250 });
  for (const [at, id, cell] of [
    [3, "two", "9,50"],
    [4, "three", "0,350"],
  ] as const) {
    expect(await read(id)).toMatchObject({ weight: null });
    expect(warnings).toContain(
      `list.csv row ${at} (${id}) has "${cell}" as Variant Grams, which cannot be read, so this value is not imported.`,
    );
  }
});

test("a Shopify list is refused if a row has too many cells, a heading appears twice or values have no heading", async () => {
  await expect(importList([SHOPIFY, shopify("one", { body: "Round, and deep" })])).rejects.toThrow(
    'list.csv, row 2: has more cells than there are columns. If a text contains the separator, write the text between "…".',
  );
  await expect(importList([`${SHOPIFY},Title`, `${shopify("one")},Other`])).rejects.toThrow(
    "list.csv, row 1, Title: this column appears twice.",
  );
  await expect(importList([`${SHOPIFY},`, `${shopify("one")},Other`])).rejects.toThrow(
    "list.csv, row 1, column N: there are values but no heading.",
  );
});

test("a WooCommerce product whose name has no Latin letters or appears twice is refused with an error that says what to do", async () => {
  const row = (name: string) =>
    `,simple,,${name},1,visible,,Text,,,,100,Serveware > Bowl,https://x.example/bowl-1.jpg,,Wood,Teak wood`;
  await expect(importList([WOO, row("ट्रे")])).rejects.toThrow(
    "list.csv, row 2, Web address: is missing. Enter the end of the product's web address, such as teak-tray.",
  );
  await expect(importList([WOO, row("Bowl"), row("Bowl")])).rejects.toThrow(
    "Web address: appears twice. Each product needs its own.",
  );
});

test("a list from Etsy is imported with its materials and pictures, and a price in another currency is refused", async () => {
  const head =
    "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU";
  const row = (title: string, currency: string) =>
    `"${title}","Turned by hand.\n\n&quot;Oiled&quot;",1180.00,${currency},4,"gift,tea","Teak wood,Brass",https://i.etsystatic.com/1/bowl-1.jpg,https://i.etsystatic.com/1/bowl-2.jpg,Custom,Size,"S,M","T-1,T-2"`;
  const options = { category: "Serveware", subcategory: "Tray", "with-gst": "on" };
  const warnings = await importList([head, row("Teak Tray, Large", "INR")], options);
  expect(await read("teak-tray-large")).toMatchObject({
    description: 'Turned by hand.\n\n"Oiled"',
    price: 1000,
    images: [{ name: "bowl-1.jpg" }, { name: "bowl-2.jpg" }],
  });
  expect(warnings).toEqual(
    expect.arrayContaining([
      'list.csv the columns "TAGS", "VARIATION 1 TYPE", "VARIATION 1 NAME" are not imported.',
      expect.stringContaining("has 2 variants: only one is imported"),
    ]),
  );
  await expect(importList([head, row("Tray", "USD")], options)).rejects.toThrow(
    "row 2 (tray), Price “1180.00 USD”: is not an amount in rupees.",
  );
});
