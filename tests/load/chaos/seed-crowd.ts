import { sql } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { generateCode, generateUuid } from "#platform/ids.ts";
import { hashSecret, generateSecret } from "../../../shop/accounts/server/secrets.ts";
import { accessToken, account, session } from "../../../shop/accounts/server/tables.ts";
import type { ShopOptions } from "../../support/shop.ts";
import type { Member } from "./crowd.ts";

/** A piece that there is always enough of. */
export const PLENTY = "everyday-bowl";

/** So many there are of the rare piece of each round; twice as many customers want one. */
export const RARE_PIECES = 25;

export interface CrowdOptions extends ShopOptions {
  rounds?: number;
  buyers?: number;
  /** The stock of each rare piece. */
  pieces?: number;
  settings?: Record<string, string>;
}

const AT_ONCE = 500;

/** Written straight into the tables: the rounds are about orders, and 4,000 registrations are 4,000 slow hashes. */
export async function seed(db: Db, count: number): Promise<Member[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => {
    const token = generateSecret();
    const email = `asha.${generateCode(12)}@example.com`.toLowerCase();
    return { accountId: generateUuid(), sessionId: generateUuid(), token, email };
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

export const getRareId = (round: number) => `rare-bowl-${round + 1}`;
