import { expect, test } from "vitest";
import { context, run, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { checkCatalogue } from "../check-catalogue.ts";

let ids: string[];
setUpCatalogue({
  change: (files) => {
    files["seller.json"]["goods"] = {};
    ids = files["products.json"].map(({ slug }) => String(slug)).toSorted();
  },
});

const listUndeclared = async () =>
  (await checkCatalogue(context)).filter(({ what }) => what.includes("the law requires"));

test("the catalogue check lists products without country of origin and net quantity until the owner declares both", async () => {
  expect((await listUndeclared()).map(({ about }) => about)).toEqual(ids);
  expect((await listUndeclared())[0]?.what).toContain("country of origin, net quantity");
  await run("declarations", { origin: "India", pieces: "1" });
  expect(await listUndeclared()).toEqual([]);
});
