import { rmSync } from "node:fs";
import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import {
  type Cluster,
  type ClusterOptions,
  explainNoCluster,
  prepareCluster,
} from "../../support/cluster.ts";
import { type Member, RARE_PIECES, getRareId, seed } from "../crowded-shop.ts";
import { type Figure, type Outcome, pickWorst, toNoneFigure } from "../scenario.ts";

/** How many processes a cluster has where nothing else is said. */
export const SIZE = 3;

interface Options extends Partial<ClusterOptions> {
  /** Customers that are signed in. */
  customers?: number;
  rounds?: number;
}

export interface CrowdedCluster extends Cluster {
  customers: Member[];
  catalogueDir: string;
  /** The product of which there are few, of a round. */
  rareIn(round: number): string;
}

/** Runs `work` in an open cluster of its own; returns each figure at its worst. */
export async function runInCluster(
  { size = SIZE, customers = 0, rounds = 1, settings = {}, ...options }: Options,
  work: (cluster: CrowdedCluster) => Promise<Figure[]>,
): Promise<Outcome> {
  const reason = explainNoCluster();
  if (reason !== null) return { skipped: reason };
  const catalogueDir = await writeCatalogueFolder((files) => {
    for (let round = 0; round < rounds; round++)
      files["products.json"].push(createProductInFolder(getRareId(round), { stock: RARE_PIECES }));
  });
  const cluster = await prepareCluster({
    size,
    settings: { CATALOGUE_DIR: catalogueDir, ...settings },
    ...options,
  });
  let figures: Figure[] | null = null;
  try {
    await cluster.shop.open();
    const members = await cluster.shop.withDatabase((db) => seed(db, customers));
    figures = await work({ ...cluster, customers: members, catalogueDir, rareIn: getRareId });
  } finally {
    const closed = cluster.close().then(
      () => [],
      (cause: unknown) => [String(cause)],
    );
    const errors = await closed;
    figures?.push(toNoneFigure("processes that did not leave in good order", errors));
    rmSync(catalogueDir, { recursive: true, force: true });
  }
  return pickWorst(figures);
}
