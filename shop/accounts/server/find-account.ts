import { eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database.ts";
import { isId } from "#platform/ids.ts";
import { account } from "./tables.ts";

export interface Account {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
}

/** A customer by id; null when there is none. */
export async function findAccount(db: Db | Tx, accountId: string): Promise<Account | null> {
  if (!isId(accountId)) return null;
  const { id, firstName, lastName, email, phoneNumber } = account;
  const [found] = await db
    .select({ id, firstName, lastName, email, phoneNumber })
    .from(account)
    .where(eq(account.id, accountId));
  return found ?? null;
}
