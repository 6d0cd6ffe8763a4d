import { count, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { type AddressInput, MAX_ADDRESSES } from "../address.ts";
import type { Address } from "../saved-address.ts";
import { listAddresses } from "./find-addresses.ts";
import { markDefault, lockAddressBook } from "./lock-address-book.ts";
import { address } from "./tables.ts";

/** Saves an address and answers with the whole book. Refuses `book_full`, and `not_found` to an account that is being deleted. */
export const addToBook = (
  context: Context,
  accountId: string,
  input: AddressInput,
  lockAccount: LockAccount,
) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    // A street that came after the account was deleted would stay for ever.
    if (!(await lockAccount(tx, accountId))) return refuse("not_found");
    await lockAddressBook(tx, accountId);
    const [existing] = await tx
      .select({ count: count() })
      .from(address)
      .where(eq(address.accountId, accountId));
    if (existing && existing.count >= MAX_ADDRESSES) return refuse("book_full");
    const added = await addAddress(tx, accountId, input, { now: context.now() });
    return { success: true as const, address: added, addresses: await listAddresses(tx, accountId) };
  });

/** Keeps the account from being deleted until the transaction ends; falsy when there is none. */
export type LockAccount = (tx: Tx, accountId: string) => Promise<unknown>;

interface Saving {
  now: Date;
  /** Wins over `isDefault` of the address itself. */
  isDefault?: boolean;
}

/** Saves an address in the caller's transaction. The first of a customer is the default, asked or not (D75). */
export async function addAddress(
  tx: Tx,
  accountId: string,
  { isDefault: wanted = false, ...input }: AddressInput,
  { now, isDefault = wanted }: Saving,
): Promise<Address> {
  const book = await lockAddressBook(tx, accountId);
  const id = generateUuid(now.getTime());
  await tx.insert(address).values({
    id,
    accountId,
    street: input.street,
    city: input.city,
    state: input.state,
    zipCode: input.zipCode,
    country: input.country,
    phoneNumber: input.phoneNumber || null,
    createdAt: now,
    updatedAt: now,
  });
  const becomesDefault = isDefault || book.defaultAddressId === null;
  if (becomesDefault) await markDefault(tx, accountId, id);
  const { phoneNumber, ...lines } = input;
  return { _id: id, id, ...lines, ...(phoneNumber && { phoneNumber }), isDefault: becomesDefault };
}
