import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { commands } from "../../../../server/commands.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { checkCatalogue } from "../check-catalogue.ts";
import { importCatalogue } from "../import/import-catalogue.ts";
import { hideProduct } from "./product-commands.ts";
import { listHsnValues } from "./without-hsn.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";

let context: TestContext;
let folder: string;
const rates = [{ hsn: "4419", rate: 5 }];

beforeAll(async () => {
  folder = await writeCatalogueFolder((files) => {
    for (const product of files["products.json"]) product["hsn"] = "4419";
  });
  await writeFile(path.join(folder, "taxes.json"), JSON.stringify({ rates }));
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: "#864" } });
  await writeFile(path.join(folder, "box.jpg"), await picture.jpeg().toBuffer());
  context = await createTestContext({ config: { catalogueDir: folder, dataDir: folder } });
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.wipe();
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});

async function say(
  line: string,
  options: Record<string, string> = {},
  confirmed = false,
): Promise<{ asked?: string; facts?: unknown; rows?: unknown; data?: unknown }> {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  const name = command?.args[0]?.name ?? "";
  const args: Record<string, string> = values.length > 0 ? { [name]: values.join(" ") } : {};
  const typed = { noun, verb, args, options, folder, osUser: "owner", confirmed };
  const reply = await runCommand(context, commands, typed, () => {});
  if (reply.outcome === "confirm") return { asked: reply.question };
  if (reply.outcome !== "done") throw new Error(reply.message);
  return reply.result;
}

const box = {
  picture: "box.jpg",
  price: "1000",
  category: "Tableware",
  subcategory: "Bowl",
  materials: "Teak wood",
  description: "Seven small bowls in one box.",
};
const REFUSED =
  "spice-box has no HSN and cannot be shown in the shop. Enter its HSN first, for example 4419.";

const listFindings = async () =>
  (await checkCatalogue(context))
    .filter(({ what }) => what.includes("HSN"))
    .map(({ about, what, remedy }) => [about, what, remedy].join(" | "));

test("a new product without an HSN code shows its tax rate and cannot be published", async () => {
  expect(await say("products add Spice Box", box)).toMatchObject({
    facts: {
      GST: "18 %: it has no HSN, so this is the rate for goods without an HSN",
      "including GST": "₹1180.00",
      "in the shop": "no, hidden",
    },
    message: expect.stringContaining("The product has no HSN yet."),
  });
  expect(await listFindings(), "nobody can order it").toEqual([]);
  await expect(say("products set spice-box", { hidden: "no" }, true)).rejects.toThrow(REFUSED);
  expect((await say("products details spice-box")).data).toMatchObject({ hidden: true, gstRate: 18 });
  expect(await say("products set spice-box", { hsn: "4419" })).toMatchObject({ facts: { GST: "5 %" } });
  expect(await say("products set spice-box", { hidden: "no" })).toMatchObject({
    facts: { "in the shop": "yes" },
  });
  expect(await listFindings()).toEqual([]);
});

test("the commands `check` and `today` list a visible product without an HSN code, with its tax rate", async () => {
  await say("products add Spice Box", box);
  await hideProduct(context, "spice-box", false);
  const finding =
    "spice-box | it has no HSN, so its GST is 18 %, the rate for goods without an HSN | Enter the HSN of the product";
  expect(await listFindings()).toEqual([finding]);
  expect((await say("today")).rows).toContainEqual(["trouble", ...finding.split(" | ")]);
});

test("a product to be published at once is refused without an HSN code, with the error at the field", async () => {
  const typed = { noun: "products", verb: "add", args: { title: "Spice Box" }, folder, osUser: "owner" };
  const options = { ...box, shown: "on" };
  const reply = await runCommand(context, commands, { ...typed, options, confirmed: true }, () => {});
  expect(reply).toMatchObject({
    outcome: "usage",
    fields: { hsn: expect.stringContaining("Enter the HSN") },
  });
  await expect(say("products details spice-box")).rejects.toThrow("no product");
  expect(await say("products add Spice Box", { ...options, hsn: "4419" })).toMatchObject({
    facts: { GST: "5 %", "including GST": "₹1050.00" },
  });
});

test("the HSN field suggests the codes of products, and shows the GST rate of a complete code", async () => {
  expect(await listHsnValues(context, "44")).toEqual([{ value: "4419", summary: "GST 5 %" }]);
  expect(await listHsnValues(context, "4419.90")).toEqual([{ value: "4419.90", summary: "GST 5 %" }]);
  expect(await listHsnValues(context, "8211")).toEqual([{ value: "8211", summary: "GST 18 %" }]);
  expect(await listHsnValues(context, "821")).toEqual([]);
});

test("a list of new products without HSN codes is refused, unless they are hidden or one code is given for all", async () => {
  const head = "slug,title,category,subcategory,materials,price,description,images,hsn,hidden";
  const write = (hidden: string) => {
    const rows = ["cup", "jug"].map(
      (slug) => `${slug},The ${slug},Tableware,Bowl,Teak wood,100,A ${slug}.,bowl-1.jpg,,${hidden}`,
    );
    return writeFile(path.join(folder, "goods.csv"), [head, ...rows].join("\n"));
  };
  await write("no");
  const refusal = "2 products have no HSN and cannot be shown in the shop: cup, jug.";
  await expect(say("products import goods.csv", {}, true)).rejects.toThrow(refusal);
  await expect(say("products details cup")).rejects.toThrow("no product");
  expect(await say("products import goods.csv", { hsn: "4419" })).toEqual({
    asked: expect.not.stringContaining("HSN"),
  });
  await write("yes");
  expect(await say("products import goods.csv")).toEqual({ asked: expect.stringContaining("2 new") });
});

test("a published product cannot lose its HSN code, alone or with others", async () => {
  await expect(say("products set teak-tray", { hsn: "none" }, true)).rejects.toThrow("it needs an HSN");
  await expect(say("products change", { products: "teak-tray", hsn: "none" }, true)).rejects.toThrow(
    "teak-tray has no HSN",
  );
  await say("products set teak-tray", { hidden: "yes" });
  expect(await say("products set teak-tray", { hsn: "none" })).toMatchObject({
    facts: { product: "teak-tray" },
  });
});
