import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
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

const withProduct = (more: Record<string, unknown>) =>
  read((files) => files["products.json"].push(createProductInFolder("odd-bowl", more)));

describe("a valid folder is read", () => {
  test("is read whole, with every picture in use", async () => {
    const { goods, pictures, errors, warnings } = await read();
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(goods?.list.products.map(({ slug }) => slug)).toEqual([
      "everyday-bowl",
      "last-bowls",
      "teak-tray",
    ]);
    expect(pictures).toContain("products/bowl-2.jpg");
    expect(pictures).toContain("videos/still.jpg");
  });

  test("may write its numbers as texts", async () => {
    const { goods } = await withProduct({
      price: "588.82",
      originalPrice: " 600 ",
      discount: "2",
      stock: "7",
      sales: "3",
      size: [{ L: "10", B: "5.5", H: 2 }],
    });
    expect(goods?.list.products.at(-1)).toMatchObject({
      price: 58_882,
      originalPrice: 60_000,
      discount: 2,
      stock: 7,
      sales: 3,
      size: [{ L: 10, B: 5.5, H: 2 }],
    });
  });

  test("is warned of a discount more than one point off, of claims and of unknown fields", async () => {
    const { goods, warnings } = await withProduct({
      price: 750,
      originalPrice: 1000,
      discount: 30,
      toConfirm: ["Dishwasher-safe"],
      colour: "brown",
    });
    expect(goods).not.toBeNull();
    expect(warnings).toEqual([
      "products.json, odd-bowl, discount: says 30 %, but the two prices make it 25 %.",
      "products.json, odd-bowl, colour: is not a field of a product; it is not used.",
      'products.json, odd-bowl, toConfirm: only you can vouch for "Dishwasher-safe".',
    ]);
  });
});

test("words of the samples that no file replaces are remarked on in a shop of another name", async () => {
  const folder = await folderWith((files) => (files["seller.json"]["tradeName"] = "Mitti"));
  const toFile = (name: string) => `${name}.md`;
  const listNames = async () =>
    (await readCatalogueFolder(folder)).warnings.map(formatFileError).map((said) => said.split(":")[0]);
  const read = await readCatalogueFolder(folder);
  expect(read.warnings.map(formatFileError)).toContain(
    `${toFile("texts/terms")}: is not there, so the shop says "solid wood", as it came. To begin from: texts show terms`,
  );
  const texts = ["refund-policy", "terms", "our-story", "contact", "faq", "care"].map((name) =>
    toFile(`texts/${name}`),
  );
  const welcome = toFile("mails/welcome");
  expect(await listNames()).toEqual([...texts, welcome]);
  await mkdir(path.join(folder, "texts"));
  await mkdir(path.join(folder, "mails"));
  await writeFile(path.join(folder, toFile("texts/terms")), "# Terms\n\nClay.\n");
  await writeFile(path.join(folder, welcome), "# Welcome\n\nWe throw pots.\n");
  expect(await listNames()).toEqual(texts.filter((file) => !file.includes("terms")));
});

describe("every error is named", () => {
  test("errors of a product contain the product and the field", async () => {
    const cases: [odd: Record<string, unknown>, error: string][] = [
      [{ price: "cheap" }, "price: is not an amount in rupees"],
      [{ price: 10.001 }, "price: is not an amount in rupees"],
      [{ price: -1 }, "price: is not an amount in rupees"],
      [{ title: undefined }, "title: is missing."],
      [{ title: "  " }, "title: is missing."],
      [{ size: [{ L: "long", B: 1, H: 1 }] }, "size.0.L: is not a number of inches."],
      [{ care: { wash: "By hand.", oil: "Monthly." } }, "care.never: is missing."],
      [{ hsn: "44192" }, "hsn: is not an HSN code of 4, 6 or 8 digits."],
      [{ name: { script: "सवेरा" } }, "name.meaning: is missing."],
      [{ care: "Wipe it." }, "care: is not written between { and }."],
      [{ stock: 1.5 }, "stock: is not a whole number from 0"],
      [{ createdAt: "yesterday" }, "createdAt: is not a moment"],
      [{ collection: "Nowhere" }, 'collection: "Nowhere" is not in collections.json.'],
      [{ images: ["gone.jpg"] }, 'images: "gone.jpg" is not in the folder products/.'],
      [{ images: ["../seller.jpg"] }, 'images: "../seller.jpg" is not a name the shop can use'],
      [
        { images: ["IMG_1.HEIC"] },
        'images: "IMG_1.HEIC" is a HEIC photograph, which browsers cannot show: save it as .jpg. Or leave it out here: products pictures odd-15 --add IMG_1.HEIC takes it as it is.',
      ],
      [{ images: [] }, "images: names no picture."],
      [{ seo: { gtin13: "123456789012" } }, "seo.gtin13: is not a bar code"],
    ];
    const { goods, errors } = await read((files) => {
      for (const [at, [odd]] of cases.entries())
        files["products.json"].push(createProductInFolder(`odd-${at}`, odd));
      files["products.json"].push(createProductInFolder("teak-tray"), createProductInFolder("Teak Tray"));
    });
    expect(goods).toBeNull();
    const text = errors.join("\n");
    for (const [at, [, error]] of cases.entries())
      expect(text).toContain(`products.json, odd-${at}, ${error}`);
    expect(text).toContain("products.json, teak-tray, slug: appears twice.");
    expect(text).toContain("products.json, Teak Tray, slug: has other signs");
    expect(errors).toHaveLength(cases.length + 2);
  });

  test("of all files at once, also where one hides in what another has spoilt", async () => {
    const { errors } = await read((files) => {
      files["products.json"].push(
        createProductInFolder("odd-bowl", { price: "cheap", images: ["gone.jpg"], collection: "Nowhere" }),
        createProductInFolder("odd-bowl", { title: "" }),
        { slug: "empty" },
      );
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
    });
    for (const said of [
      "products.json, odd-bowl, price: is not an amount",
      'products.json, odd-bowl, images: "gone.jpg" is not in the folder products/.',
      'products.json, odd-bowl, collection: "Nowhere" is not in collections.json.',
      "products.json, odd-bowl, slug: appears twice.",
      "products.json, odd-bowl, title: is missing.",
      "banners.json, entry 1, subHeading: is missing.",
      'banners.json, entry 1, desktop: "lost.jpg" is not in the folder banners/.',
      "collections.json, everyday table, name: appears twice.",
      "seller.json, gstin: holds a typing mistake",
      "services.json, entry 1, icon: is none of",
      "products.json, empty, price: is missing.",
      "products.json, empty, createdAt: is missing.",
      "tiles.json, entry 1, subcategory: names a kind that is not there. There are Tray, Platter",
      "story.json, scenes.0.place: is none of log-in",
      'story.json, entry 2, picture: "bench.jpg" is not in the folder scenes/.',
      "offers.json, cards.0.href: is not a page of the shop",
    ])
      expect(errors.join("\n")).toContain(said);
  });

  test("reports a warning for a product that can be sold but is probably wrong", async () => {
    const { goods, warnings } = await withProduct({
      price: 0,
      originalPrice: 0,
      category: "Servware",
      subcategory: "Bolw",
      materials: ["teak WOOD", "Acaccia wood"],
    });
    expect(goods).not.toBeNull();
    expect(warnings).toEqual([
      "products.json, odd-bowl, price: is 0: anyone can order it for nothing.",
      ...[
        ["category", "Servware", "menu", "Serveware"],
        ["subcategory", "Bolw", "menu", "Bowl"],
        ["materials", "Acaccia wood", "filter", "Acacia wood"],
      ].map(
        ([field, name, place, meant]) =>
          `products.json, odd-bowl, ${field}: "${name}" is said of this product alone, and has an entry of its own in the ${place}. Do you mean "${meant}"?`,
      ),
    ]);
  });

  test("a category, kind or wood of only one product is not an error", async () => {
    const { warnings } = await withProduct({ category: "Toys", subcategory: "Spoon", materials: ["Walnut"] });
    expect(warnings).toEqual([]);
  });

  test("a kind that the owner's own menu names is spelt as it should be", async () => {
    const folder = await folderWith((files) =>
      files["products.json"].push(
        createProductInFolder("clay-mug", { category: "Clay", subcategory: "Mug" }),
        createProductInFolder("clay-jug", { category: "Clai", subcategory: "Jug" }),
      ),
    );
    const menu = [{ name: "Clay", subcategories: ["mug", "Bowl", "Tray"] }];
    await writeFile(path.join(folder, "menu.json"), JSON.stringify({ menu, search: ["Jug"] }));
    expect((await readCatalogueFolder(folder)).warnings.map(formatFileError)).toEqual([
      'products.json, clay-jug, category: "Clai" is said of this product alone, and has an entry of its own in the menu. Do you mean "Clay"?',
      'products.json, subcategory: "Jug" is not in menu.json, so no menu leads to it.',
    ]);
  });

  test("reports each unknown field with the known ones, in addition to all other errors", async () => {
    const folder = await folderWith((files) => {
      files["seller.json"]["coupons"] = { name: "Welcome", percent: 5 };
      files["banners.json"] = [{ heading: "", link: "/products" }];
      Object.assign(files["offers.json"]["specialOffer"] as object, { text: "By itself." });
      files["story.json"]["picture"] = "bench.jpg";
      files["products.json"].push(
        createProductInFolder("odd-bowl", {
          seo: { sku: "S-1", ean: "1", upc: "2" },
          care: { wash: "By hand.", never: "The dishwasher.", dry: "At once." },
          name: { script: "सवेरा", meaning: "morning", language: "Hindi" },
          size: [{ L: 10, B: 5, H: 2, D: 4 }],
          packed: { L: 30, B: 30, H: 12, kg: 1 },
        }),
      );
    });
    const others = {
      "brand.json": { colour: "#123a5c" },
      "menu.json": { menus: [] },
      "taxes.json": { rates: [{ product: ["teak-tray"], rate: 5, from: "2026-12-01" }] },
      "testimonials.json": [{ name: "Asha", rating: 5, message: "Good.", town: "Pune", day: 1 }],
    };
    for (const [file, content] of Object.entries(others))
      await writeFile(path.join(folder, file), JSON.stringify(content));
    const { goods, errors } = await readCatalogueFolder(folder);
    expect(goods).toBeNull();
    const text = errors.map(formatFileError).join("\n");
    for (const field of ["name.language", "size.0.D", "care.dry", "packed.kg", "seo.ean", "seo.upc"])
      expect(text).toContain(`products.json, odd-bowl, ${field}: is not a field here.`);
    for (const error of [
      "products.json, odd-bowl, care.dry: is not a field here. There are: wash, oil, never.",
      "banners.json, entry 1, heading: is missing.",
      "banners.json, entry 1, link: is not a field here. There are: heading, subHeading, desktop, mobile, alt.",
      "story.json, picture: is not a field here. There are: pictures, scenes, looks.",
      "offers.json, specialOffer.text: is not a field here. There are: heading, points, toConfirm.",
      "seller.json, coupons: is not a field here. There are: ",
      "menu.json, menus: is not a field here. There are: menu, search, pages.",
      "taxes.json, rates.0.product: is not a field here. There are: hsn, products, rate, from.",
      "brand.json, colour: is not a field here. There are: tagline, about, colours, fonts, orderPrefix.",
      "testimonials.json, entry 1, town: is not a field here.",
      "testimonials.json, entry 1, day: is not a field here.",
    ])
      expect(text).toContain(error);
  });

  test("a file that is missing or no JSON", async () => {
    const folder = await folderWith();
    await rm(path.join(folder, "story.json"));
    await writeFile(path.join(folder, "tiles.json"), '[{ "subcategory": }]');
    const messages = (await readCatalogueFolder(folder)).errors.map(formatFileError);
    expect(messages).toContain("story.json: is missing.");
    expect(messages.join()).toContain("tiles.json, line 1, column 19: a value is expected here, and not }.");
  });
});

test("nothing but the shipping policy speaks of shipping that is free above an amount (§2.8, D104)", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../catalogue");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")))
    expect(await readFile(path.join(folder, file), "utf8"), file).not.toMatch(/₹\s?[23],?(000|999)/);
});
