import { rmSync } from "node:fs";
import { createProductInFolder } from "../../support/owner-files.ts";
import { writeCatalogueFolder } from "../../support/catalogue.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Figure, toNoneFigure, type ScenarioRun, pickWorst } from "../scenario.ts";
import { RARE_PIECES, getRareId, seed, type CrowdOptions } from "./seed-crowd.ts";

export const BUYERS = 200;

/** One customer, signed in, with one checkout to come. */
export interface Member {
  accountId: string;
  email: string;
  token: string;
}

/** An open shop of its own for one scenario, with as many customers as its rounds need. */
export interface CrowdedShop {
  shop: Shop;
  /** For a second shop that sells the same. */
  catalogueDir: string;
  /** The product id of the rare piece of a round, from 0. */
  rareIn(round: number): string;
  /** The customers of a round; no one comes twice. */
  listBuyers(round: number): Member[];
}

/** Runs `work` in a shop of its own; returns each figure at its worst, and how the shop left in the end. */
export async function runInShop(
  { engine }: ScenarioRun,
  { rounds = 1, buyers = BUYERS, pieces = RARE_PIECES, settings = {}, ...shopOptions }: CrowdOptions,
  work: (crowdedShop: CrowdedShop) => Promise<Figure[]>,
): Promise<Figure[]> {
  const names = Array.from({ length: rounds }, (_, round) => getRareId(round));
  const folder = await writeCatalogueFolder((files) => {
    files["products.json"].push(...names.map((name) => createProductInFolder(name, { stock: pieces })));
  });
  const { shop, close } = await prepareShop(engine, { CATALOGUE_DIR: folder, ...settings }, shopOptions);
  try {
    await shop.open();
    const members = await shop.withDatabase((db) => seed(db, rounds * buyers));
    const listBuyers = (round: number) => members.slice(round * buyers, (round + 1) * buyers);
    const figures = await work({ shop, catalogueDir: folder, rareIn: getRareId, listBuyers });
    const shutdownErrors = await close().then(
      () => [],
      (cause: unknown) => [String(cause)],
    );
    return pickWorst([...figures, toNoneFigure("shops that did not leave in good order", shutdownErrors)]);
  } finally {
    await close().catch(() => {}); // after a failure; a second time it does nothing
    rmSync(folder, { recursive: true, force: true });
  }
}
