// @engine: what is changed, recorded and taken back
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { readPictureAt } from "#shop/media/server/index.ts";
import { commands } from "../../../../server/commands.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { catalogueValues } from "../commands.ts";
import { importCatalogue } from "../import/import-catalogue.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { findProduct } from "./find-products.ts";

let context: TestContext;
let goods: string;
let photographs: string;

beforeAll(async () => {
  goods = await writeCatalogueFolder();
  photographs = await mkdtemp(path.join(os.tmpdir(), "taruva-photographs-"));
  context = await createTestContext({ config: { catalogueDir: goods, dataDir: photographs } });
  await importCatalogue(context, goods);
  await refreshSnapshot(context);
  await photograph("front.jpg", { width: 1600, height: 1200, shade: 40 });
  await photograph("back.png", { width: 900, height: 900, shade: 90 });
});
afterAll(async () => {
  await context.close();
  await rm(goods, { recursive: true });
  await rm(photographs, { recursive: true });
});

/** A phone held upright writes the picture lying, and says in EXIF how it is to be turned. */
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
    path.join(photographs, name),
    await turned.toFormat(name.endsWith("png") ? "png" : "jpeg").toBuffer(),
  );
};

interface How {
  confirmed?: boolean;
  dryRun?: boolean;
  expected?: string;
}

async function say(line: string, options: Record<string, string> = {}, how: How = {}) {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && (each.verb === verb || each.verb === ""));
  const words = command?.verb === "" ? [verb, ...values] : values;
  const name = command?.args[0]?.name ?? "";
  return runCommand(
    context,
    commands,
    {
      noun,
      verb: command?.verb ?? verb,
      args: words.length > 0 ? { [name]: words.join(" ") } : {},
      options,
      folder: photographs,
      osUser: "owner",
      confirmed: true,
      ...how,
    },
    () => {},
  );
}

async function sayWell(line: string, options: Record<string, string> = {}, how: How = {}) {
  const reply = await say(line, options, how);
  if (reply.outcome !== "done") throw new Error(`${line}: ${JSON.stringify(reply)}`);
  return reply.result;
}

interface Details {
  said: Record<string, unknown>;
  images: { name: string; alt: string | null; href: string; width: number; height: number }[];
  hidden: boolean;
  revision: number;
  changes: { number: number; summary: string }[];
}

const details = async (id: string): Promise<Details> =>
  (await sayWell(`products details ${id}`)).data as Details;

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

test("a new product is hidden until it is shown, its pictures upright and without the place they were taken at", async () => {
  expect(await say("products add Teak Spice Box (7 bowls)", spiceBox, { dryRun: true })).toMatchObject({
    outcome: "done",
  });
  expect(await say("products details teak-spice-box-7-bowls")).toMatchObject({ outcome: "refused" });

  const result = await sayWell("products add Teak Spice Box (7 bowls)", spiceBox);
  expect(result.facts).toMatchObject({ product: "teak-spice-box-7-bowls", price: "₹1299.00", pictures: 2 });
  expect(await findProduct(context, "teak-spice-box-7-bowls")).toBeNull();
  const { images, hidden } = await details("teak-spice-box-7-bowls");
  expect(hidden).toBe(true);
  expect(images).toMatchObject([
    { width: 1200, height: 1600 },
    { width: 900, height: 900 },
  ]);
  const file = await readFile(path.join(photographs, "uploads/products", images[0]?.name ?? ""));
  expect(await sharp(file).metadata()).not.toHaveProperty("exif");
  const shown = await readPictureAt(context, images[0]?.href ?? "");
  expect(await sharp(shown?.bytes).metadata()).toMatchObject({ width: 960, height: 1280 });

  await sayWell("products show teak-spice-box-7-bowls");
  expect(await findProduct(context, "teak-spice-box-7-bowls")).toMatchObject({
    title: "Teak Spice Box (7 bowls)",
    materials: ["Teak wood", "Brass"],
    stock: 4,
  });
  expect(await say("products add Teak Spice Box (7 bowls)", spiceBox)).toEqual({
    outcome: "refused",
    message: 'There is a product "teak-spice-box-7-bowls" already. Name this one otherwise: --id',
  });
});

test("a new product that lacks something, or has what cannot be shown, is refused with what to do", async () => {
  const { price: _price, ...free } = spiceBox;
  expect(await say("products add Box", { ...free, category: "" })).toMatchObject({
    outcome: "refused",
    message: expect.stringMatching(/Category is missing[^]*Price is missing/),
  });
  expect(await say("products add Box", { ...spiceBox, collection: "Nowhere" })).toMatchObject({
    message: expect.stringContaining('"Nowhere" is no collection of the shop'),
  });
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypheic0000mif1heic"),
    Buffer.alloc(64),
  ]);
  await writeFile(path.join(photographs, "IMG_1.HEIC"), heic);
  await writeFile(path.join(photographs, "drawing.jpg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await photograph("small.jpg", { width: 200, height: 200, shade: 1 });
  const refusals: [picture: string, why: string][] = [
    ["IMG_1.HEIC", "Settings, Camera, Formats, Most Compatible"],
    ["drawing.jpg", "drawing.jpg is no photograph that the shop can read"],
    ["small.jpg", "small.jpg is only 200 × 200 pixels"],
    ["nothing.jpg", "nothing.jpg cannot be read (ENOENT)"],
  ];
  for (const [picture, why] of refusals)
    expect(await say("products add Box", { ...spiceBox, picture })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining(why),
    });
  expect(await say("products details box")).toMatchObject({ outcome: "refused" });
});

test("what a product says is changed, the rest stays, and each change is taken back by itself", async () => {
  const before = await details("teak-tray");
  await sayWell("products set teak-tray", {
    title: "Tea Tray",
    size: "20 x 10 x 2\n10 x 5 x 2",
    weight: "900",
  });
  await sayWell("products set teak-tray", { wash: "Cloth.", oil: "In June.", never: "The sink." });
  await sayWell("products set teak-tray", { oil: "In May." });
  const after = await details("teak-tray");
  expect(after.said).toEqual({
    ...before.said,
    title: "Tea Tray",
    size: [
      { L: 20, B: 10, H: 2 },
      { L: 10, B: 5, H: 2 },
    ],
    weight: 900,
    care: { wash: "Cloth.", oil: "In May.", never: "The sink." },
  });
  expect(await findProduct(context, "teak-tray")).toMatchObject({ title: "Tea Tray" });
  await sayWell("products set teak-tray", { wash: "none", oil: "none", never: "none", weight: "none" });
  expect((await details("teak-tray")).said).not.toHaveProperty("care");

  const [cleared] = (await details("teak-tray")).changes;
  await sayWell(`undo ${cleared?.number}`);
  expect((await details("teak-tray")).said).toEqual(after.said);
  expect((await details("everyday-bowl")).changes).toEqual([]);
});

test("kinds of the menu and of the goods are offered while one types", async () => {
  expect(await catalogueValues["subcategory"]?.(context, "tr")).toEqual([{ value: "Tray", summary: "" }]);
  expect(await catalogueValues["category"]?.(context, "serve")).toEqual([
    { value: "Serveware", summary: "" },
  ]);
});

test("wrong words and a form from before somebody's change change nothing", async () => {
  const { revision, said } = await details("everyday-bowl");
  expect(await say("products set everyday-bowl")).toMatchObject({ outcome: "usage" });
  expect(await say("products set everyday-bowl", { wash: "Cloth." })).toMatchObject({
    outcome: "usage",
    message: expect.stringContaining("Missing: --oil, --never"),
  });
  expect(await say("products set everyday-bowl", { size: "big" })).toMatchObject({ outcome: "refused" });
  expect(await say("products set everyday-bowl", { title: "  " })).toMatchObject({ outcome: "refused" });
  expect(await say("products set no-such", { title: "A" })).toMatchObject({ outcome: "refused" });
  expect(
    await say("products set everyday-bowl", { title: "A" }, { expected: String(revision - 1) }),
  ).toMatchObject({
    outcome: "stale",
  });
  expect((await details("everyday-bowl")).said).toEqual(said);
});

test("pictures are added, described, put in order and taken out, and that is taken back", async () => {
  const [first] = (await details("last-bowls")).images;
  await sayWell("products pictures last-bowls", { add: "front.jpg\nfront.jpg" });
  const added = (await details("last-bowls")).images.at(-1);
  const change = { describe: added?.name ?? "", words: "A bowl by a window", order: added?.name ?? "" };
  await sayWell("products pictures last-bowls", change);
  const { images, changes } = await details("last-bowls");
  expect(images.map(({ name, alt }) => [name, alt])).toMatchObject([
    [added?.name, "A bowl by a window"],
    [first?.name, expect.anything()],
  ]);
  expect((await findProduct(context, "last-bowls"))?.images[0]).toMatchObject({ alt: "A bowl by a window" });
  await sayWell("products pictures last-bowls", { describe: added?.name ?? "", words: "A bowl at noon" });
  const [described] = (await details("last-bowls")).changes;
  expect(described?.summary).toContain('words of picture 1 "A bowl by a window" → "A bowl at noon"');
  await sayWell(`undo ${described?.number}`);
  expect(
    await say("products pictures last-bowls", { remove: images.map(({ name }) => name).join("\n") }),
  ).toEqual({
    outcome: "refused",
    message: "A product needs a picture: add another one first.",
  });
  expect(await say("products pictures last-bowls", { remove: "other.jpg" })).toMatchObject({
    outcome: "refused",
  });
  await sayWell(`undo ${changes[0]?.number}`);
  expect((await details("last-bowls")).images.map(({ name }) => name)).toEqual([first?.name, added?.name]);

  expect((await sayWell("products set last-bowls", { packed: "40 x 30 x 8" })).rows).toContainEqual([
    "box",
    expect.any(String),
    '"40 x 30 x 8"',
  ]);
  const file = path.join(photographs, "goods.csv");
  await sayWell(`products export ${file}`);
  expect((await sayWell(`products import ${file}`)).facts).toMatchObject({ changed: 0, added: 0 });
});
