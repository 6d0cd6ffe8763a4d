import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { context, folder, run, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { findProduct, findProductRecords } from "../products/find-products.ts";
import { product } from "../tables.ts";

const HEAD =
  "slug,title,category,subcategory,collection,materials,size,price,description,images,alt,createdAt,sku,stock,care,hsn,shelf";

const row = (
  slug: string,
  { price = "1499", images = "bowl-1.jpg | bowl-2.jpg", more = "", care = "", hsn = "", shelf = "" } = {},
) =>
  `${slug},"The ""long"" one",Serveware,Tray,Everyday Table,Teak wood|Acacia wood,18 x 12 x 2.5,${price},"Two
lines, and a comma.",${images},A tray | From above,2026-11-01,TRV-1,${more},${care},${hsn},${shelf}`;

setUpCatalogue();

async function take(lines: readonly string[]) {
  await writeFile(path.join(folder, "goods.csv"), lines.join("\r\n"));
  return run("products import goods.csv", { "keep-others": "on" });
}

const idsInShop = async () =>
  (await context.db.select().from(product))
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id)
    .toSorted();

test("a spreadsheet adds and changes the products in its rows, and no other products", async () => {
  const result = await take([
    HEAD,
    row("new-tray", {
      more: "7",
      care: "A cloth. | Oil it monthly. | The dishwasher.",
      hsn: "4419 20",
      shelf: "B 3",
    }),
    row("teak-tray"),
  ]);
  const withoutHsn = [
    expect.anything(),
    "",
    "HSN",
    expect.stringContaining("missing for 1 product (teak-tray)"),
  ];
  expect(result).toMatchObject({ facts: { added: 1, changed: 1, hidden: 0 }, rows: [withoutHsn] });
  expect(await findProduct(context, "new-tray")).toMatchObject({
    title: 'The "long" one',
    description: "Two\nlines, and a comma.",
    materials: ["Teak wood", "Acacia wood"],
    size: [{ L: 18, B: 12, H: 2.5 }],
    price: 1499,
    stock: 7,
    sku: "TRV-1",
    care: { wash: "A cloth.", oil: "Oil it monthly.", never: "The dishwasher." },
    hsn: "441920",
    images: [{ alt: "A tray" }, { alt: "From above" }],
  });
  expect((await findProductRecords(context.db, ["new-tray"])).get("new-tray")?.shelf).toBe("B 3");
  expect(await idsInShop()).toEqual(["everyday-bowl", "last-bowls", "new-tray", "teak-tray"]);
});

test("errors in a spreadsheet are reported with their rows and columns, and no product is added or hidden", async () => {
  const cases: [lines: string[], errors: string[]][] = [
    [[HEAD, row("")], ["row 2, Web address (column slug): is missing."]],
    [
      [HEAD, row("a").replace("18 x 12 x 2.5", "18 x 12")],
      ["row 2 (a), Size (inches) “18 x 12”: is not a size. Write length, breadth and height in inches"],
    ],
    [
      [HEAD, row("a", { care: "A cloth. | Oil. | Acids. | Sun." })],
      [
        'row 2 (a), Care “A cloth. | Oil. | Acids. | Sun.”: needs three parts, like "A damp cloth. | Mineral oil. | The dishwasher."',
      ],
    ],
    [
      [HEAD, "", row("a", { images: "gone.jpg" })],
      ['row 3 (a), Pictures (column images): "gone.jpg" is not in the folder products/.'],
    ],
    [
      ["slug,slug,title,prize", "a,a,b,c"],
      ["row 1, Web address: this column appears twice.", "row 1, prize: is not a column of a product."],
    ],
    [
      [
        HEAD,
        row("a", { price: "cheap", images: "gone.jpg" }),
        row("a"),
        row("b").replace("Everyday Table", "Nowhere"),
      ],
      [
        "row 2 (a), Price “cheap”: is not an amount in rupees",
        'row 2 (a), Pictures (column images): "gone.jpg" is not in the folder products/.',
        "row 2 (a), Web address (column slug): appears twice.",
        'row 4 (b), Collection: "Nowhere" is not a collection of the shop. Choose from: Everyday Table.',
      ],
    ],
    [[HEAD, row("a", { price: "cheap" }), '"b'], ["row 2 (a), Price “cheap”: is not"]],
    [
      ["slug,Price (INR),QUANTITY,,price,", "teak-tray,1,2,x,3,y"],
      [
        "row 1, column D, F: there are values but no heading.",
        "row 1, Price (INR), QUANTITY: are not columns of a product. Choose from: Web address,",
      ],
    ],
    [
      ["slug,title,hsn,price", "teak-tray,#REF!,#N/A,1", "last-bowls,A,####,1"],
      [
        "row 2 (teak-tray), Title “#REF!”: contains an error of the spreadsheet program.",
        "row 2 (teak-tray), HSN “#N/A”: contains an error",
        "row 3 (last-bowls), HSN “####”: contains an error",
      ],
    ],
    [
      [`slug,${"x".repeat(9000)}`, "teak-tray,1"],
      [`row 1, ${"x".repeat(700)} … ${"x".repeat(700)}: is not a column of a product.`],
    ],
    [
      ["slug,description", `teak-tray,${"word ".repeat(5000)}`],
      [`row 2 (teak-tray), Description “${"word ".repeat(8)}…”: is longer than 20000 characters.`],
    ],
    [[HEAD, `${row("a")},7`], ["row 2: has more cells than there are columns."]],
    [[HEAD, row("a"), '"b'], ["row 3: cannot be read"]],
    [[HEAD], [": contains no products"]],
  ];
  for (const [lines, errors] of cases) {
    const refused = await take(lines).catch((cause: unknown) => String(cause));
    for (const words of errors)
      expect(refused).toContain(`goods.csv${words.startsWith(":") ? "" : ", "}${words}`);
  }
  expect(await idsInShop()).toEqual(["everyday-bowl", "last-bowls", "teak-tray"]);
});

test("the message about a refused spreadsheet begins with the number of its rows and the number of rows with errors", async () => {
  const lines = [HEAD, row("a", { price: "cheap" }), row("b", { price: "free", care: "?" }), row("c")];
  await expect(take(lines)).rejects.toThrow(
    /^Nothing was imported\. 3 rows: 2 with errors\. Please correct:\n/,
  );
});

test("numbers with thousands separators are read in every column of a spreadsheet", async () => {
  await take(["slug,price,stock,weight", 'teak-tray,"₹1,499","1,250","12,500"']);
  expect(await findProduct(context, "teak-tray")).toMatchObject({ price: 1499, stock: 1250 });
  expect((await findProductRecords(context.db, ["teak-tray"])).get("teak-tray")?.weight).toBe(12_500);
});

test("line breaks of Windows in a cell are stored as ordinary line breaks", async () => {
  await take(["slug,description", 'teak-tray,"One\r\ntwo"']);
  expect(await findProduct(context, "teak-tray")).toMatchObject({ description: "One\ntwo" });
});

test("an empty cell keeps a required value of an existing product, and removes an optional value", async () => {
  await take(["slug,shelf", "teak-tray,B 3"]);
  const stored = await findProduct(context, "teak-tray");
  await take(["slug,title,price,materials,images,shelf", "teak-tray,,,,,"]);
  const { title, price, materials, images } = stored ?? {};
  expect(await findProduct(context, "teak-tray")).toMatchObject({ title, price, materials, images });
  expect((await findProductRecords(context.db, ["teak-tray"])).get("teak-tray")?.shelf).toBeNull();
});

test("a price below 1 percent of the earlier price is refused with an error at the price column of the spreadsheet", async () => {
  await expect(take(["slug,price,originalPrice", "teak-tray,0.01,2499"])).rejects.toThrow(
    "row 2 (teak-tray), Price “0.01”: is less than 1 percent of the earlier price.",
  );
});

test("the product list to fill in has the headings of the desk's screens, and an import accepts these headings", async () => {
  await run("products export fill-in.csv", { template: "on" });
  const [headings = "", ...rows] = (await readFile(path.join(folder, "fill-in.csv"), "utf8")).split("\n");
  expect(headings).toBe('\uFEFFWeb address,Title,Price,Earlier price,Stock,HSN,Shelf,"Weight, packed (g)"');
  expect(rows.some((row) => row.startsWith("teak-tray,"))).toBe(true);
  await take([headings, "teak-tray,Teak Tray,1600,1700,3,4419,B 4,850"]);
  expect(await findProduct(context, "teak-tray")).toMatchObject({ price: 1600, stock: 3 });
  const filled = (await findProductRecords(context.db, ["teak-tray"])).get("teak-tray");
  expect(filled).toMatchObject({ shelf: "B 4", weight: 850 });
  await expect(take(["Web address,Earlier price", "teak-tray,cheap"])).rejects.toThrow(
    "row 2 (teak-tray), Earlier price “cheap”: is not an amount in rupees.",
  );
  await expect(take(["slug,originalPrice", "teak-tray,cheap"])).rejects.toThrow(
    "row 2 (teak-tray), Earlier price (column originalPrice) “cheap”: is not an amount in rupees.",
  );
});
