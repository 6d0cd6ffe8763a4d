import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { context, folder, run, say, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { checkCatalogue } from "../check-catalogue.ts";
import { editProducts } from "./edit-products.ts";
import { listHsnValues } from "./without-hsn.ts";

const taxes = { rates: [{ hsn: "4419", rate: 5 }] };
setUpCatalogue();
beforeAll(async () => {
  await writeFile(path.join(folder, "taxes.json"), JSON.stringify(taxes));
});

const box = {
  picture: "banners/wide.jpg",
  price: "1000",
  category: "Tableware",
  subcategory: "Bowl",
  materials: "Teak wood",
  description: "Seven small bowls in one box.",
};
const REFUSED =
  "spice-box has no HSN and cannot be shown in the shop. Enter the HSN of the product first, for example 4419.";

const listFindings = async () =>
  (await checkCatalogue(context))
    .filter(({ what }) => what.includes("HSN"))
    .map(({ about, what, remedy }) => [about, what, remedy].join(" | "));

test("a new product without an HSN code shows its tax rate and cannot be published", async () => {
  expect(await run('products add "Spice Box"', box)).toMatchObject({
    facts: {
      GST: "18 %: the product has no HSN, so this is the rate for goods without an HSN",
      "including GST": "₹1,180.00",
      "in the shop": "no, hidden",
    },
    message: expect.stringContaining("The product has no HSN yet."),
  });
  expect(await listFindings(), "nobody can order it").toEqual([]);
  await expect(run("products set spice-box", { hidden: "no" })).rejects.toThrow(REFUSED);
  expect((await run("products details spice-box")).data).toMatchObject({ hidden: true, gstRate: 18 });
  expect(await run("products set spice-box", { hsn: "4419" })).toMatchObject({ facts: { GST: "5 %" } });
  expect(await run("products set spice-box", { hidden: "no" })).toMatchObject({
    rows: [["Spice Box", "in the shop", "no", "yes"]],
  });
  expect(await listFindings()).toEqual([]);
});

test("the commands `check` and `today` list a visible product without an HSN code, with its tax rate", async () => {
  await run('products add "Spice Box"', box);
  await editProducts(context, ["spice-box"], { toCells: () => ({ hidden: "no" }) });
  const finding =
    "spice-box | the product has no HSN, so its GST is 18 %, the rate for goods without an HSN | Enter the HSN of the product";
  expect(await listFindings()).toEqual([finding]);
  expect((await run("today")).rows).toContainEqual(["problem", ...finding.split(" | ")]);
});

test("a product to be published at once is refused without an HSN code, with the error at the field", async () => {
  const options = { ...box, shown: "on" };
  const reply = await say('products add "Spice Box"', options);
  expect(reply).toMatchObject({
    outcome: "usage",
    fields: { hsn: expect.stringContaining("Enter its HSN") },
  });
  await expect(run("products details spice-box")).rejects.toThrow("no product");
  expect(await run('products add "Spice Box"', { ...options, hsn: "4419" })).toMatchObject({
    facts: { GST: "5 %", "including GST": "₹1,050.00" },
  });
});

test("the HSN field suggests the codes of products, and shows the GST rate of a complete code", async () => {
  expect(await listHsnValues(context, "44")).toEqual([{ value: "4419", summary: "GST 5 %", gstRate: 5 }]);
  expect(await listHsnValues(context, "4419.90")).toEqual([
    { value: "4419.90", summary: "GST 5 %", gstRate: 5 },
  ]);
  expect(await listHsnValues(context, "8211")).toEqual([{ value: "8211", summary: "GST 18 %", gstRate: 18 }]);
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
  await expect(run("products import goods.csv")).rejects.toThrow(refusal);
  await expect(run("products details cup")).rejects.toThrow("no product");
  expect(await say("products import goods.csv", { hsn: "4419" }, { confirmed: false })).toEqual({
    outcome: "confirm",
    question: expect.not.stringContaining("HSN"),
  });
  await write("yes");
  await expect(run("products import goods.csv", {}, { confirmed: false })).rejects.toThrow("2 new");
});

test("the HSN code of a published product cannot be removed, alone or with others", async () => {
  await expect(run("products set teak-tray", { hsn: "none" })).rejects.toThrow("teak-tray has no HSN");
  await expect(run("products set teak-tray last-bowls", { hsn: "none" })).rejects.toThrow(
    "2 products have no HSN",
  );
  await run("products set teak-tray", { hidden: "yes" });
  expect(await run("products set teak-tray", { hsn: "none" })).toMatchObject({
    facts: { product: "teak-tray" },
  });
});
