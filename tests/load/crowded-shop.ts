import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { splitIntoChunks } from "#platform/database/statement.ts";
import { generateCode, generateUuid, generateSecret, hashText } from "#platform/ids.ts";
import { accessToken, account, session } from "../../shop/accounts/server/tables.ts";
import { createProductInFolder, writeCatalogueFolder } from "../support/catalogue-folder.ts";
import { prepareShop, type Shop, type ShopOptions } from "../support/shop-process.ts";
import { type Figure, pickWorst, type ScenarioRun, toNoneFigure } from "./scenario.ts";

export const BUYERS = 200;

export const PLENTY = "everyday-bowl";

/** The stock of the rare product in each round. It is less than the number of customers who order this product. */
export const RARE_PIECES = 25;

export interface Member {
  accountId: string;
  email: string;
  token: string;
}

export interface CrowdedShop {
  shop: Shop;
  /** The folder of the catalogue. A second shop can sell the same products from this folder. */
  catalogueDir: string;
  rareIn(round: number): string;
  /** Returns the customers of a round. No customer takes part in two rounds. */
  listBuyers(round: number): Member[];
}

interface CrowdOptions extends ShopOptions {
  rounds?: number;
  buyers?: number;
}

/** Runs `work` in a new shop. Adds a figure that is 1 if the shop did not shut down cleanly, otherwise 0. */
export async function runInShop(
  { engine }: Pick<ScenarioRun, "engine">,
  settings: Record<string, string>,
  work: (shop: Shop) => Promise<Figure[]>,
  options: ShopOptions = {},
): Promise<Figure[]> {
  const { shop, close } = await prepareShop(engine, settings, options);
  let figures: Figure[];
  try {
    await shop.open();
    figures = await work(shop);
  } catch (cause) {
    await close().catch(() => {});
    throw cause;
  }
  const shutdownErrors = await close().then(
    () => [],
    (cause: unknown) => [String(cause)],
  );
  return [...figures, toNoneFigure("shops that did not shut down cleanly", shutdownErrors)];
}

/** Runs `work` in a shop with customers and, for each round, a product with few pieces. Returns the worst figures. */
export async function runInCrowdedShop(
  run: Pick<ScenarioRun, "engine">,
  { rounds = 1, buyers = BUYERS, ...shopOptions }: CrowdOptions,
  work: (crowdedShop: CrowdedShop) => Promise<Figure[]>,
): Promise<Figure[]> {
  const catalogueDir = await writeRareProducts(rounds);
  const workInCrowd = async (shop: Shop) => {
    const members = await shop.withDatabase((db) => seed(db, rounds * buyers));
    const listBuyers = (round: number) => members.slice(round * buyers, (round + 1) * buyers);
    return work({ shop, catalogueDir, rareIn: getRareId, listBuyers });
  };
  try {
    return pickWorst(await runInShop(run, { CATALOGUE_DIR: catalogueDir }, workInCrowd, shopOptions));
  } finally {
    rmSync(catalogueDir, { recursive: true, force: true });
  }
}

export const writeRareProducts = (rounds: number): Promise<string> =>
  writeCatalogueFolder((files) => {
    for (let round = 0; round < rounds; round++)
      files["products.json"].push(createProductInFolder(getRareId(round), { stock: RARE_PIECES }));
  });

export const getRareId = (round: number) => `rare-bowl-${round + 1}`;

/** Inserts customers with sessions into the tables, because hashing thousands of passwords would take long. */
export async function seed(db: Db, count: number, domain = "example.com"): Promise<Member[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => ({
    accountId: generateUuid(),
    sessionId: generateUuid(),
    token: generateSecret(),
    email: `asha.${generateCode(12)}@${domain}`.toLowerCase(),
  }));
  for (const some of splitIntoChunks(rows)) {
    const person = { firstName: "Asha", lastName: "Patel", phoneNumber: "9876543210" };
    await db.insert(account).values(
      some.map(({ accountId: id, email }) => ({
        ...person,
        id,
        email,
        emailKey: email,
        createdAt: now,
        emailVerifiedAt: now,
      })),
    );
    await insertSessions(db, some);
  }
  await db.execute(sql`analyze`);
  return rows.map(({ accountId, email, token }) => ({ accountId, email, token }));
}

export async function insertSessions(
  db: Db,
  members: readonly { accountId: string; sessionId: string; token: string }[],
): Promise<void> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DAY);
  await db
    .insert(session)
    .values(members.map(({ accountId, sessionId: id }) => ({ id, accountId, createdAt: now, seenAt: now })));
  await db
    .insert(accessToken)
    .values(members.map(({ sessionId, token }) => ({ hash: hashText(token), sessionId, expiresAt })));
}
