import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatFileError } from "#platform/storage/owner-file.ts";
import {
  createProductInFolder,
  type OwnerFiles,
  writeCatalogueFolder,
} from "../../../../tests/support/catalogue-folder.ts";
import { readCatalogueFolder } from "./catalogue-folder.ts";

async function folderWith(change?: (files: OwnerFiles) => void): Promise<string> {
  const folder = await writeCatalogueFolder(change);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function read(change?: (files: OwnerFiles) => void) {
  const { goods, pictures, errors, warnings } = await readCatalogueFolder(await folderWith(change));
  return { goods, pictures, errors: errors.map(formatFileError), warnings: warnings.map(formatFileError) };
}

test("a valid catalogue folder is read without errors, with all its products and all pictures that it uses", async () => {
  const { goods, pictures, errors, warnings } = await read();
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  expect(goods?.list.products.map(({ slug }) => slug)).toEqual(["everyday-bowl", "last-bowls", "teak-tray"]);
  expect(pictures).toContain("products/bowl-2.jpg");
  expect(pictures).toContain("videos/still.jpg");
});

test("an error in the products of a catalogue folder names the product and the field", async () => {
  const cases: [odd: Record<string, unknown>, error: string][] = [
    [{ price: "cheap" }, "price: is not an amount in rupees"],
    [{ price: 10.001 }, "price: is not an amount in rupees"],
    [{ price: -1 }, "price: is not an amount in rupees"],
    [{ title: undefined }, "title: is missing."],
    [{ title: "  " }, "title: is missing."],
    [
      { size: [{ L: "long", B: 1, H: 1 }] },
      "size.0.L: is not a number. Write the inches as a number, such as 18 or 2.5.",
    ],
    [{ title: "T".repeat(151) }, "title: is longer than 150 characters."],
    [{ subcategory: "B".repeat(61) }, "subcategory: is longer than 60 characters."],
    [{ materials: ["W".repeat(61)] }, "materials.0: is longer than 60 characters."],
    [{ care: { wash: "By hand.", oil: "Monthly." } }, "care.never: is missing."],
    [{ hsn: "44192" }, "hsn: is not an HSN code, which has 4, 6 or 8 digits."],
    [{ name: { script: "सवेरा" } }, "name.meaning: is missing."],
    [{ care: "Wipe it." }, "care: must be written between { and }."],
    [{ stock: 1.5 }, "stock: is not a number of pieces. Write 0 or a whole number above it"],
    [{ stock: 1_000_000 }, "stock: is more than 999999."],
    [{ featuredRank: 9_999_999_999 }, "featuredRank: is more than 999999999."],
    [{ createdAt: "yesterday" }, "createdAt: is not a date with time"],
    [{ createdAt: "0000-01-01" }, "createdAt: is not a date with time"],
    [{ collection: "Nowhere" }, 'collection: "Nowhere" is not in collections.json.'],
    [{ images: ["gone.jpg"] }, 'images: "gone.jpg" is not in the folder products/.'],
    [{ images: ["../seller.jpg"] }, 'images: "../seller.jpg" is not a valid file name'],
    [
      { images: ["IMG_1.HEIC"] },
      'images: "IMG_1.HEIC" is a HEIC photograph, which browsers cannot show. Save it as .jpg. Or remove this name here and upload the photograph to the product in the shop, which converts it.',
    ],
    [{ images: [] }, "images: is empty. Write at least one picture."],
    [{ seo: { gtin13: "123456789012" } }, "seo.gtin13: is not a bar code"],
  ];
  const { goods, errors } = await read((files) => {
    for (const [at, [odd]] of cases.entries())
      files["products.json"].push(createProductInFolder(`odd-${at}`, odd));
    files["products.json"].push(createProductInFolder("teak-tray"), createProductInFolder("Teak Tray"));
  });
  expect(goods).toBeNull();
  const text = errors.join("\n");
  for (const [at, [, error]] of cases.entries()) expect(text).toContain(`products.json, odd-${at}, ${error}`);
  expect(text).toContain("products.json, teak-tray, slug: appears twice.");
  expect(text).toContain("products.json, Teak Tray, slug: can only contain small letters");
  expect(errors).toHaveLength(cases.length + 2);
});

test("a catalogue folder with its products in products.csv is refused with a message that says what to do", async () => {
  const folder = await folderWith();
  await rename(path.join(folder, "products.json"), path.join(folder, "products.csv"));
  const { errors } = await readCatalogueFolder(folder);
  expect(errors.map(formatFileError)).toEqual([
    "products.json: is missing.",
    "products.csv: is ignored in a catalogue folder. Write the products in products.json, or import products.csv itself instead of the folder.",
  ]);
});

test("errors in several files of the catalogue folder are all reported at once", async () => {
  const { errors } = await read((files) => {
    files["products.json"].push(createProductInFolder("odd-bowl", { price: "cheap" }), { slug: "empty" });
    files["tiles.json"] = [{ subcategory: "Spoon", picture: "tile.jpg", alt: "A spoon" }];
    files["story.json"]["scenes"] = [
      { place: "attic", picture: "bench.jpg", alt: "A bench" },
      { place: "log-in", picture: "bench.jpg", alt: "A bench" },
    ];
    files["offers.json"] = {
      cards: [{ title: "Away", picture: "card.jpg", alt: "x", href: "https://elsewhere.example" }],
    };
    files["banners.json"] = [{ heading: "Slow", desktop: "lost.jpg" }];
    files["collections.json"].push({ name: "everyday table" });
    files["seller.json"]["gstin"] = "24ABCDE1234F1Z5";
    files["services.json"] = [{ title: "Free", text: "Yes.", icon: "rocket" }];
    const [video] = files["videos.json"];
    files["videos.json"].push({ ...video, title: "Again" });
  });
  for (const message of [
    "products.json, odd-bowl, price: is not an amount",
    "banners.json, entry 1, subHeading: is missing.",
    'banners.json, entry 1, desktop: "lost.jpg" is not in the folder banners/.',
    "collections.json, entry 2, name: is also used by another entry.",
    "seller.json, gstin: has a typing mistake",
    "services.json, entry 1, icon: must be one of these:",
    "products.json, empty, createdAt: is missing.",
    "videos.json, entry 2, video: is also used by another entry.",
    "tiles.json, entry 1, subcategory: is not a product type of the shop. Choose one of Tray, Platter",
    "story.json, scenes.0.place: must be one of these: log-in",
    'story.json, entry 2, picture: "bench.jpg" is not in the folder scenes/.',
    "offers.json, cards.0.href: is not a page of the shop",
  ])
    expect(errors.join("\n")).toContain(message);
});

test("the limit for cash on delivery must be above the shipping fee with GST at the shop's rate (decision 056)", async () => {
  const read = async (upTo: number) => {
    const folder = await folderWith((files) => {
      files["seller.json"]["taxRates"] = { cgst: 2.5, sgst: 2.5 };
    });
    await writeFile(
      path.join(folder, "rules.json"),
      JSON.stringify({ shippingFee: 100, cashOnDelivery: { upTo } }),
    );
    return (await readCatalogueFolder(folder)).errors.map(formatFileError);
  };
  expect(await read(106)).toEqual([]);
  expect(await read(105)).toEqual([
    "rules.json, cashOnDelivery.upTo: must be more than the shipping fee with GST, ₹105.00. Otherwise no order can be paid in cash.",
  ]);
});

test("an error in the menu or in a product causes no further error at a tile or a hot product that refers to it", async () => {
  const folder = await folderWith((files) => {
    files["products.json"].push(createProductInFolder("odd-jar", { subcategory: "Jar", price: "cheap" }));
    files["hot-products.json"] = [{ tile: 1, name: "Jar", subcategory: "Jar", product: "odd-jar" }];
    files["tiles.json"] = ["Jar", "Spoon"].map((subcategory) => ({
      subcategory,
      picture: "tile.jpg",
      alt: "x",
    }));
  });
  await writeFile(
    path.join(folder, "menu.json"),
    '{ "menu": [{ "name": "Spoons", "subcategories": ["Spoon"] ',
  );
  const { errors, warnings } = await readCatalogueFolder(folder);
  expect(errors.map(({ file, field }) => [file, field])).toEqual([
    ["products.json", "price"],
    ["menu.json", ""],
  ]);
  expect(warnings.map(formatFileError)).toEqual([]);
});

test("no file of the sample catalogue and no standard text promises free shipping from a fixed amount (§2.8, D104)", async () => {
  const root = path.resolve(import.meta.dirname, "../../../..");
  const free = "(?:free (?:shipping|delivery)|(?:shipping|delivery) is free|ships? free)";
  const amount = String.raw`(?:₹|Rs\.?)\s?\d`;
  const promise = new RegExp(`${free}[^.]{0,80}${amount}|${amount}[^.]{0,80}${free}`, "i");
  for (const text of ["Free shipping from ₹1,500", "Orders over Rs. 999 ship free"])
    expect(text).toMatch(promise);
  const folders = [path.join(root, "catalogue"), path.join(root, "shop/texts/server/standard")];
  for (const folder of folders) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(json|md)$/.test(name));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names)
      expect(await readFile(path.join(folder, name), "utf8"), name).not.toMatch(promise);
  }
});
