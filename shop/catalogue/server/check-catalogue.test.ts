import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext } from "../../../tests/support/database.ts";
import { checkCatalogue } from "./check-catalogue.ts";
import { catalogueCommands } from "./commands.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";
import { readTypedLine } from "../../../tests/support/typed-line.ts";

async function openShop(folder: string) {
  const context = await createTestContext({ config: { catalogueDir: folder } });
  onTestFinished(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
  const run = async (words: string, options: Record<string, string> = {}) => {
    const { command, args } = readTypedLine(catalogueCommands, words);
    await command.run(context, { args, options, folder, confirmed: true });
    await refreshSnapshot(context);
  };
  return { context, run, list: async () => (await checkCatalogue(context)).map(formatFinding) };
}

const formatFinding = ({ about, what }: { about: string; what: string }) => `${about}: ${what}`;

test("statements that only the owner can confirm are reported until a command removes them from the shop", async () => {
  const folder = await writeCatalogueFolder((files) => {
    (files["offers.json"]["cards"] as object[]).push({
      title: "More plates",
      picture: "card.jpg",
      alt: "Plates",
      href: "/products",
      toConfirm: ["You pay for it"],
    });
  });
  const { run, list } = await openShop(folder);
  const findings = ['offers.json, card 2, toConfirm: confirm that this is true: "You pay for it".'];
  expect(await list()).toEqual(expect.arrayContaining(findings));
  await run("cards 2", { remove: "on" });
  const remaining = await list();
  for (const line of findings) expect(remaining).not.toContain(line);
});

const deliverToFinding = (state: string) =>
  `rules.json, deliverTo: your shop is in ${state} but does not deliver there: nobody in your own state can order`;

test.each<[state: string, rules: Record<string, unknown>, findings: string[]]>([
  ["Gujarat", {}, []],
  ["Kerala", {}, [deliverToFinding("Kerala")]],
  ["Gujarat", { deliverTo: ["Kerala", "Goa"] }, [deliverToFinding("Gujarat")]],
  ["Orissa", { deliverTo: ["odisha"] }, []],
  ["Kerala", { deliverTo: "India" }, []],
  ["REPLACE: your state", { deliverTo: ["Goa"] }, []],
])(
  "the check reports a seller in %s with the rules %j who does not deliver to their own state (D117)",
  async (state, rules, findings) => {
    const folder = await writeCatalogueFolder((files) => {
      const street = "REPLACE: your street";
      const address = { street, city: "Town", state, zipCode: "REPLACE", country: "India" };
      Object.assign(files["seller.json"], { state, address, gstin: "REPLACE: your GSTIN" });
    });
    await writeFile(path.join(folder, "rules.json"), JSON.stringify(rules));
    const { list } = await openShop(folder);
    expect((await list()).filter((one) => one.startsWith("rules.json"))).toEqual(findings);
  },
);
