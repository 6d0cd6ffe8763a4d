import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { commands } from "../../../../server/commands.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { checkCatalogue } from "../check-catalogue.ts";
import { importCatalogue } from "../import/import-catalogue.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { findOneProduct } from "./find-products.ts";

let context: TestContext;
let folder: string;
let ids: string[];

beforeAll(async () => {
  folder = await writeCatalogueFolder((files) => {
    files["seller.json"]["goods"] = {};
    ids = files["products.json"].map(({ slug }) => String(slug)).toSorted();
  });
  context = await createTestContext({ config: { catalogueDir: folder } });
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.wipe();
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});

async function run(
  noun: "products" | "declarations",
  options: Record<string, string>,
  args: Record<string, string> = {},
) {
  const verb = noun === "products" ? "set" : "";
  const typed = { noun, verb, args, options, folder, osUser: "owner", confirmed: true };
  const reply = await runCommand(context, commands, typed, () => {});
  return reply.outcome === "done" ? reply.result : reply;
}

const listUndeclared = async () =>
  (await checkCatalogue(context)).filter(({ what }) => what.includes("the law requires"));

test("the check lists products without country of origin and net quantity until the owner declares both", async () => {
  expect((await listUndeclared()).map(({ about }) => about)).toEqual(ids);
  expect((await listUndeclared())[0]?.what).toContain("country of origin, net quantity");
  await run("declarations", { origin: "India", pieces: "1" });
  expect(await listUndeclared()).toEqual([]);
});

test("a product's declaration overrides the shop's on its page until it is set to `none`", async () => {
  const [id = ""] = ids;
  await run("declarations", { origin: "India", pieces: "1", finish: "Mineral oil" });
  await run("products", { pieces: "2", "net-weight": "850", origin: "Nepal" }, { id });
  expect(await findOneProduct(context, id)).toMatchObject({
    pieces: 2,
    netWeight: 850,
    origin: "Nepal",
    finish: "Mineral oil",
  });
  await run("products", { origin: "none" }, { id });
  await run("declarations", { finish: "none" });
  const shown = await findOneProduct(context, id);
  expect(shown).toMatchObject({ origin: "India" });
  expect(shown).not.toHaveProperty("finish");
});
