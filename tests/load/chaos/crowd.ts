import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Db } from "#platform/database.ts";
import { shortCode, uuidv7 } from "#platform/ids.ts";
import { hashSecret, newSecret } from "../../../shop/accounts/server/secrets.ts";
import { accessToken, account, session } from "../../../shop/accounts/server/tables.ts";
import { productInFolder, writeCatalogueFolder } from "../../support/catalogue.ts";
import { prepare, type Premises, type Shop } from "../../support/shop.ts";
import { type Figure, none, type Stage, worstOf } from "../scenario.ts";

/** A piece that there is always enough of. */
export const PLENTY = "everyday-bowl";

/** So many there are of the rare piece of each round; twice as many customers want one. */
export const RARE_PIECES = 25;

export const BUYERS = 200;

/** One customer, signed in, with one checkout to come. */
export interface Member {
  accountId: string;
  email: string;
  token: string;
}

/** An open shop of its own for one scenario, with as many customers as its rounds need. */
export interface Premised {
  shop: Shop;
  /** For a second shop that sells the same. */
  catalogueDir: string;
  /** The product id of the rare piece of a round, from 0. */
  rareIn(round: number): string;
  /** The customers of a round; no one comes twice. */
  crowdIn(round: number): Member[];
}

/** What came out of `work` in a shop of its own, each figure at its worst, and how the shop left in the end. */
export async function inShop(
  { engine }: Stage,
  { rounds = 1, buyers = BUYERS, pieces = RARE_PIECES, settings = {}, ...premises }: Wish,
  work: (premised: Premised) => Promise<Figure[]>,
): Promise<Figure[]> {
  const names = Array.from({ length: rounds }, (_, round) => rareIn(round));
  const folder = await writeCatalogueFolder((files) => {
    files["products.json"].push(...names.map((name) => productInFolder(name, { stock: pieces })));
  });
  const { shop, close } = await prepare(engine, { CATALOGUE_DIR: folder, ...settings }, premises);
  try {
    await shop.open();
    const members = await shop.behindTheCounter((db) => seed(db, rounds * buyers));
    const crowdIn = (round: number) => members.slice(round * buyers, (round + 1) * buyers);
    const figures = await work({ shop, catalogueDir: folder, rareIn, crowdIn });
    const goodbye = await close().then(
      () => [],
      (cause: unknown) => [String(cause)],
    );
    return worstOf([...figures, none("shops that did not leave in good order", goodbye)]);
  } finally {
    await close().catch(() => {}); // after a failure; a second time it does nothing
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Wish extends Premises {
  rounds?: number;
  buyers?: number;
  /** Of each rare piece. */
  pieces?: number;
  settings?: Record<string, string>;
}

const AT_ONCE = 500;

/** Written straight into the tables: the rounds are about orders, and 4,000 registrations are 4,000 slow hashes. */
async function seed(db: Db, count: number): Promise<Member[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => {
    const token = newSecret();
    const email = `asha.${shortCode(12)}@example.com`.toLowerCase();
    return { accountId: uuidv7(), sessionId: uuidv7(), token, email };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await db.insert(account).values(
      some.map(({ accountId, email }) => ({
        id: accountId,
        email,
        emailKey: email,
        firstName: "Asha",
        lastName: "Patel",
        phoneNumber: "9876543210",
        createdAt: now,
        emailProvedAt: now,
      })),
    );
    await db.insert(session).values(
      some.map(({ accountId, sessionId }) => ({
        id: sessionId,
        accountId,
        createdAt: now,
        seenAt: now,
      })),
    );
    await db.insert(accessToken).values(
      some.map(({ sessionId, token }) => ({
        hash: hashSecret(token),
        sessionId,
        expiresAt: new Date(now.getTime() + DAY),
      })),
    );
  }
  await db.execute(sql`analyze`);
  return rows.map(({ accountId, email, token }) => ({ accountId, email, token }));
}

const rareIn = (round: number) => `rare-bowl-${round + 1}`;
