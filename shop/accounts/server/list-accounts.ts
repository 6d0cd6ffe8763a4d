import { desc, eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { toEmailKey } from "../credentials.ts";
import type { Account } from "./find-account.ts";
import { account } from "./tables.ts";

/** A customer as the operator sees them. */
export interface CustomerAccount extends Account {
  createdAt: Date;
}

/** So many of the newest customers. */
export const listAccounts = (db: Db, most: number): Promise<CustomerAccount[]> =>
  db.select(facts).from(account).orderBy(desc(account.createdAt), desc(account.id)).limit(most);

/** The customer with this address, whatever its case; null when there is none. */
export async function findAccountByEmail(db: Db | Tx, email: string): Promise<CustomerAccount | null> {
  const [found] = await db
    .select(facts)
    .from(account)
    .where(eq(account.emailKey, toEmailKey(email)));
  return found ?? null;
}

const { id, firstName, lastName, email, phoneNumber, createdAt } = account;
const facts = { id, firstName, lastName, email, phoneNumber, createdAt };
