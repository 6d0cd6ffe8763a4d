import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createProductInFolder, writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Seen, checkOutAll, planCheckouts } from "../checkout.ts";
import { type Member, RARE_PIECES, getRareId, seed } from "../crowded-shop.ts";

const ROUNDS = 3;
const ROUND_ENDS_WITHIN_MS = 120_000;

/** A shop with customers, whose data folder stays when it moves from one database server to another. */
export interface SellingShop {
  /** Opens it on a database; ends it first, as a power cut would, when it is open. */
  openOn(databaseUrl: string): Promise<Shop>;
  /** So many customers, signed in; on the first database. */
  seed(count: number): Promise<Member[]>;
  close(): Promise<void>;
}

export async function prepareSellingShop(): Promise<SellingShop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-recovery-"));
  const goods = await writeCatalogueFolder((files) => {
    for (let round = 0; round < ROUNDS; round++)
      files["products.json"].push(createProductInFolder(getRareId(round), { stock: RARE_PIECES }));
  });
  let current: Awaited<ReturnType<typeof prepareShop>> | null = null;
  return {
    async openOn(databaseUrl) {
      await current?.shop.kill();
      current = await prepareShop("server", { CATALOGUE_DIR: goods }, { folder, databaseUrl });
      await current.shop.open();
      return current.shop;
    },
    async seed(count) {
      if (!current) throw new Error("The shop is not open.");
      return current.shop.withDatabase((db) => seed(db, count));
    },
    async close() {
      await current?.shop.kill();
      for (const left of [folder, goods]) rmSync(left, { recursive: true, force: true });
    },
  };
}

/** The customers of a round order and half of them pay; `done` when the last is through, or no answer is to be expected. */
export function beginRound(
  shop: Shop,
  members: readonly Member[],
  round: number,
): { seen: Seen; done: Promise<void> } {
  const seen = planCheckouts(members, getRareId(round));
  const done = checkOutAll(shop.url, seen, AbortSignal.timeout(ROUND_ENDS_WITHIN_MS));
  return { seen, done };
}
