import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { stock } from "#shop/inventory/server/tables.ts";
import { readPictureAt } from "#shop/media/server/index.ts";
import { context, folder, run, say, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { product } from "../tables.ts";
import { findProduct } from "./find-products.ts";

setUpCatalogue({ imported: "once" });
beforeAll(async () => {
  await photograph("front.jpg", { width: 1600, height: 1200, shade: 40 });
  await photograph("back.png", { width: 900, height: 900, shade: 90 });
});

/** Creates a photo as an upright phone does, with landscape pixels and a rotation in EXIF. */
const photograph = async (
  name: string,
  { width, height, shade }: { width: number; height: number; shade: number },
) => {
  const picture = sharp({ create: { width, height, channels: 3, background: { r: shade, g: 60, b: 50 } } });
  const turned = picture.withMetadata({ orientation: 6 }).withExif({
    IFD0: { Copyright: "Asha" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "12/1 58/1 0/1" },
  });
  await writeFile(
    path.join(folder, name),
    await turned.toFormat(name.endsWith("png") ? "png" : "jpeg").toBuffer(),
  );
};

interface Details {
  entered: Record<string, unknown>;
  images: { name: string; alt: string | null; href: string; width: number; height: number }[];
  hidden: boolean;
  revision: number;
  changes: { number: number; summary: string }[];
}

const details = async (id: string): Promise<Details> => (await run(`products details ${id}`)).data as Details;

const spiceBox = {
  picture: "front.jpg\nback.png",
  price: "1299",
  category: "Storage",
  subcategory: "Box",
  materials: "Teak wood\nBrass",
  description: "Seven small bowls in one box.",
  size: "10 x 10 x 3",
  stock: "4",
};

test("a new product is hidden at first, and its pictures are upright and without location data", async () => {
  expect(await say('products add "Teak Spice Box (7 bowls)"', spiceBox, { dryRun: true })).toMatchObject({
    outcome: "done",
  });
  expect(await say("products details teak-spice-box-7-bowls")).toMatchObject({ outcome: "refused" });

  const result = await run('products add "Teak Spice Box (7 bowls)"', spiceBox);
  expect(result.facts).toMatchObject({ product: "teak-spice-box-7-bowls", price: "₹1,299.00", pictures: 2 });
  expect(await findProduct(context, "teak-spice-box-7-bowls")).toBeNull();
  const { images, hidden } = await details("teak-spice-box-7-bowls");
  expect(hidden).toBe(true);
  expect(images).toHaveLength(2);
  const file = await readFile(path.join(context.config.dataDir, "uploads/products", images[0]?.name ?? ""));
  const stored = await sharp(file).metadata();
  expect(stored).toMatchObject({ width: 1200, height: 1600 });
  expect(stored).not.toHaveProperty("exif");
  const shown = await readPictureAt(context, images[0]?.href ?? "");
  expect(await sharp(shown?.bytes).metadata()).toMatchObject({ width: 960, height: 1280 });

  await run("products set teak-spice-box-7-bowls", { hidden: "no", hsn: "4419" });
  expect(await findProduct(context, "teak-spice-box-7-bowls")).toMatchObject({
    title: "Teak Spice Box (7 bowls)",
    materials: ["Teak wood", "Brass"],
    stock: 4,
  });
  expect(await say('products add "Teak Spice Box (7 bowls)"', spiceBox)).toEqual({
    outcome: "usage",
    message: "",
    fields: { title: 'There is already a product "teak-spice-box-7-bowls". Choose another title or id.' },
  });
});

test("a new product with missing or invalid fields or pictures is refused with a message that names them", async () => {
  const { price: _price, ...free } = spiceBox;
  const { description: _description, ...incomplete } = free;
  expect(await say("products add Box", { ...incomplete, shown: "on" })).toMatchObject({
    outcome: "usage",
    message: "Box cannot be shown in the shop yet. Enter first: Price, Description, HSN.",
    fields: { price: expect.any(String), description: expect.any(String), hsn: expect.any(String) },
  });
  expect(await say("products add Box", { ...spiceBox, collection: "Nowhere" })).toMatchObject({
    fields: { collection: expect.stringContaining('"Nowhere" is not a collection of the shop') },
  });
  await writeFile(path.join(folder, "drawing.jpg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [picture, why] of [
    ["drawing.jpg", "drawing.jpg is not a photograph that the shop can read"],
    ["nothing.jpg", "nothing.jpg cannot be read (ENOENT)"],
  ] as const)
    expect(await say("products add Box", { ...spiceBox, picture })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining(why),
    });
  expect(await say("products details box")).toMatchObject({ outcome: "refused" });
});

test("a product with only a title is hidden, and can be shown once it has all values that shoppers see", async () => {
  expect(await run("products add Box")).toMatchObject({
    facts: { stock: 0 },
    message: expect.stringContaining("You entered no stock, so the product has 0 pieces."),
  });
  expect(await details("box")).toMatchObject({ hidden: true, onHand: 0, entered: { title: "Box" } });
  expect(await say("products set box", { backorder: "yes" }), "days to make a piece").toMatchObject({
    fields: { "lead-days": expect.stringContaining("is missing") },
  });
  const missing = await say("products set box", { hidden: "no", price: "900", hsn: "4419" });
  expect(missing).toMatchObject({
    outcome: "usage",
    message:
      "Box cannot be shown in the shop yet. Enter first: Category, Product type, Woods, Description, Pictures.",
    fields: { picture: expect.any(String), description: expect.any(String) },
  });
  const { category, subcategory, materials, description } = spiceBox;
  await run("products pictures box", { add: "front.jpg" });
  await run("products set box", { category, subcategory, materials, hsn: "4419", price: "900" });
  const last = await run("products set box", { description });
  await run("products set box", { hidden: "no" });
  expect(await findProduct(context, "box")).toMatchObject({ price: 900, stock: 0 });
  const [described] = (await details("box")).changes.filter(({ summary }) => summary.includes("description"));
  expect(last.data).toBeTruthy();
  const undo = (number: number | undefined) => run(`undo ${number}`, {}, { confirmed: true });
  await expect(undo(described?.number)).rejects.toThrow(
    "In the shop, Box needs its description. Hide the product first, then undo the change.",
  );
  await run("products set box", { hidden: "yes" });
  const [hidden] = (await details("box")).changes;
  await undo(described?.number);
  await expect(undo(hidden?.number), "the undo would show the product").rejects.toThrow(
    "In the shop, Box needs its description. Enter it first, then undo the change.",
  );
});

test("a new product with all values that shoppers see, but without a stock, is made to order, and the result says so (D22)", async () => {
  const { stock: _stock, ...others } = spiceBox;
  expect(await run('products add "Uncounted Box"', others)).toMatchObject({
    facts: { stock: "made to order" },
    message: expect.stringContaining("You entered no stock, so the product is made to order."),
  });
  expect(await details("uncounted-box")).toMatchObject({ onHand: null });
});

test("a copy of a product is hidden and has all its values, but no stock and not its codes", async () => {
  await run('products add "Spice Box"', { ...spiceBox, sku: "SB-1", wash: "Cloth.", never: "The sink." });
  const original = await details("spice-box");
  for (const id of ["spice-box-copy", "spice-box-copy-2"]) {
    await run('products add "Spice Box (copy)"', { like: "spice-box" });
    const copy = await details(id);
    expect(copy).toMatchObject({ hidden: true, onHand: 0, price: 129_900, images: original.images });
    const { description, materials, size, care } = original.entered;
    expect(copy.entered).toMatchObject({ title: "Spice Box (copy)", description, materials, size, care });
    expect(copy.entered.seo).not.toHaveProperty("sku");
  }
  await run("products pictures spice-box", {
    describe: original.images[0]?.name ?? "",
    alt: "A box from the front",
  });
  await run('products add "Other Box"', { like: "spice-box", picture: "back.png", id: "other" });
  expect(await details("other"), "new pictures have no texts of others").toMatchObject({
    images: [{ alt: null }],
  });
  expect(await say('products add "Other Box"', { like: "spice-box", id: "other" })).toMatchObject({
    fields: { title: expect.stringContaining('There is already a product "other"') },
  });
});

test("an edit changes only the given fields of a product, and an edit that clears fields can be undone", async () => {
  const previous = await details("teak-tray");
  await run("products set teak-tray", {
    title: "Tea Tray",
    size: "20 x 10 x 2\n10 x 5 x 2",
    weight: "900",
  });
  await run("products set teak-tray", { wash: "Cloth.", oil: "In June.", never: "The sink." });
  await run("products set teak-tray", { oil: "In May." });
  const after = await details("teak-tray");
  expect(after.entered).toEqual({
    ...previous.entered,
    title: "Tea Tray",
    size: [
      { L: 20, B: 10, H: 2 },
      { L: 10, B: 5, H: 2 },
    ],
    weight: 900,
    care: { wash: "Cloth.", oil: "In May.", never: "The sink." },
  });
  expect(await findProduct(context, "teak-tray")).toMatchObject({ title: "Tea Tray" });
  await run("products set teak-tray", { oil: "none" });
  expect((await findProduct(context, "teak-tray"))?.care).toEqual({ wash: "Cloth.", never: "The sink." });
  await run("products set teak-tray", { oil: "In May." });
  await run("products set teak-tray", {
    wash: "none",
    oil: "none",
    never: "none",
    weight: "none",
    size: "none",
  });
  const { entered: without } = await details("teak-tray");
  expect([without["care"], without["weight"], without["size"]]).toEqual([undefined, undefined, undefined]);

  const [cleared] = (await details("teak-tray")).changes;
  await run(`undo ${cleared?.number}`);
  expect((await details("teak-tray")).entered).toEqual(after.entered);
  expect((await details("everyday-bowl")).changes).toEqual([]);
});

test("the second of two concurrent edits with the same revision changes nothing", async () => {
  const { revision } = await details("everyday-bowl");
  const name = (title: string) =>
    say("products set everyday-bowl", { title }, { expected: String(revision) });
  const replies = await Promise.all([name("A bowl by Asha"), name("A bowl by Ravi")]);
  expect(replies.map(({ outcome }) => outcome)).toEqual(["done", "stale"]);
  expect((await details("everyday-bowl")).entered).toMatchObject({ title: "A bowl by Asha" });
});

test("adding, removing, describing and reordering pictures of a product can be undone, and its last pictures cannot be removed", async () => {
  const [first] = (await details("last-bowls")).images;
  await run("products pictures last-bowls", { add: "front.jpg\nfront.jpg" });
  const added = (await details("last-bowls")).images.at(-1);
  const change = { describe: added?.name ?? "", alt: "A bowl by a window", order: added?.name ?? "" };
  await run("products pictures last-bowls", change);
  const { images, changes } = await details("last-bowls");
  expect(images.map(({ name, alt }) => [name, alt])).toMatchObject([
    [added?.name, "A bowl by a window"],
    [first?.name, expect.anything()],
  ]);
  expect((await findProduct(context, "last-bowls"))?.images[0]).toMatchObject({ alt: "A bowl by a window" });
  await run("products pictures last-bowls", { describe: added?.name ?? "", alt: "A bowl at noon" });
  const [described] = (await details("last-bowls")).changes;
  expect(described?.summary).toContain('description of picture 1 "A bowl by a window" → "A bowl at noon"');
  await run(`undo ${described?.number}`);
  expect(
    await say("products pictures last-bowls", { remove: images.map(({ name }) => name).join("\n") }),
  ).toEqual({
    outcome: "refused",
    message: "A product needs at least one picture. Add another one first.",
  });
  await run(`undo ${changes[0]?.number}`);
  const listNames = async () => (await details("last-bowls")).images.map(({ name }) => name);
  expect(await listNames()).toEqual([first?.name, added?.name]);
  const undoLast = async () => run(`undo ${(await details("last-bowls")).changes[0]?.number}`);
  await run("products pictures last-bowls", { remove: first?.name ?? "" });
  expect(await listNames()).toEqual([added?.name]);
  await undoLast();
  expect(await listNames()).toEqual([first?.name, added?.name]);
  await run("products pictures last-bowls", { add: "back.png" });
  expect(await listNames()).toHaveLength(3);
  await undoLast();
  expect(await listNames()).toEqual([first?.name, added?.name]);
});

test("several products can be changed at once with different values, and undone as one change", async () => {
  const ids = ["teak-tray", "everyday-bowl"];
  const previous = await Promise.all(ids.map(details));
  const price = (at: number) => Number(previous[at]?.entered["price"]);
  const edit = {
    by: "-10%",
    round: "10",
    was: "now",
    "add-material": "Sal wood",
  };
  const line = `products set ${ids.join(" ")}`;
  await expect(run(line, edit, { confirmed: false })).rejects.toThrow(/^Change 2 products\?\n/);
  expect((await run(line, edit)).facts).toMatchObject({ changed: 2 });
  const after = await Promise.all(ids.map(details));
  for (const [at, one] of after.entries()) {
    expect(one.entered).toMatchObject({
      price: Math.round((price(at) * 0.9) / 10) * 10,
      originalPrice: price(at),
      materials: [previous[at]?.entered["materials"], "Sal wood"].flat(),
    });
  }
  expect((await findProduct(context, "teak-tray"))?.materials).toContain("Sal wood");
  const [first, second] = after.map((one) => one.changes[0]?.number);
  expect(first).toBe(second);
  await run(`undo ${first}`);
  expect((await Promise.all(ids.map(details))).map((one) => one.entered)).toEqual(
    previous.map((one) => one.entered),
  );
});

test("a form that adds stock to several products adds to the new count after a sale, but is refused when it is sent again", async () => {
  const ids = ["last-bowls", "teak-tray"];
  await run("products set last-bowls teak-tray", { stock: "12" });
  const how = { expected: await readMark(ids) };
  await context.transact(async (tx) =>
    tx.update(stock).set({ onHand: 11 }).where(eq(stock.productId, "last-bowls")),
  );
  const countOn = () => say("products set last-bowls teak-tray", { stock: "+5" }, how);
  expect(await countOn()).toMatchObject({ outcome: "done" });
  expect(await countOn()).toMatchObject({ outcome: "stale" });
  expect((await details("last-bowls")).entered).toMatchObject({ stock: 16 });
});

test("a form that sets the stock of several products is refused as a whole if one of their stock counts has changed", async () => {
  const expected = await readMark(["last-bowls", "teak-tray"]);
  await run("products set teak-tray", { stock: "40" });
  const count = (how: object) => say("products set last-bowls teak-tray", { stock: "9" }, how);
  expect(await count({ expected })).toMatchObject({ outcome: "stale" });
  expect((await details("teak-tray")).entered).toMatchObject({ stock: 40 });
  const again = { expected: await readMark(["last-bowls", "teak-tray"]) };
  expect(await count(again)).toMatchObject({ outcome: "done" });
});

test("the stock of a product with an invalid value can be counted, and the count can be undone", async () => {
  await context.db.update(product).set({ collection: "Gone" }).where(eq(product.id, "teak-tray"));
  const { stock: previous } = (await details("teak-tray")).entered;
  await run("products set teak-tray", { stock: "7" });
  expect((await details("teak-tray")).entered).toMatchObject({ stock: 7 });
  await run(`undo ${(await details("teak-tray")).changes[0]?.number}`);
  expect((await details("teak-tray")).entered["stock"]).toBe(previous);
});

/** Returns the ids of the last counts, which a form for several products sends. */
async function readMark(ids: readonly string[]): Promise<string> {
  const { data } = await run("products list", { limit: "100" });
  const match = data as { id: string; base: number | null }[];
  return ids.map((id) => match.find((each) => each.id === id)?.base ?? "none").join(",");
}
