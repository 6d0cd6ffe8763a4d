import { eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { isId } from "#platform/ids.ts";
import { defineStatement } from "#platform/database/statement.ts";
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
  const [found] = await db.select(facts).from(account).where(eq(account.id, accountId));
  return found ?? null;
}

/** Whether a code from the mailbox, or a provider who knows, ever proved that it is the customer's (D50). */
export async function hasProvenMailbox(db: Db | Tx, accountId: string): Promise<boolean> {
  const [found] = await db.select().from(account).where(eq(account.id, accountId));
  return (found?.emailProvedAt ?? null) !== null;
}

/** A customer whose account stays as long as the transaction. */
export interface HeldAccount extends Account {
  /** Whether a code from the mailbox, or a provider who knows, ever proved that it is the customer's (D50). */
  hasProvenMailbox: boolean;
}

const lockAccount = defineStatement<[accountId: string], HeldAccount>(`
  select id, first_name as "firstName", last_name as "lastName", email, phone_number as "phoneNumber",
         email_proved_at is not null as "hasProvenMailbox"
    from account where id = $1 for key share`);

/**
 * The same for a transaction that writes something about the customer: until the transaction ends the account cannot be deleted,
 * and one that is being deleted is waited for and is then not there. Nothing else waits.
 */
export async function holdAccount(tx: Tx, accountId: string): Promise<HeldAccount | null> {
  if (!isId(accountId)) return null;
  const [held] = await lockAccount(tx, accountId);
  return held ?? null;
}

const { id, firstName, lastName, email, phoneNumber } = account;
const facts = { id, firstName, lastName, email, phoneNumber };
