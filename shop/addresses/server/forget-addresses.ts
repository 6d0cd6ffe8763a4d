import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { lockAddressBook } from "./lock-address-book.ts";
import { address, addressBook } from "./tables.ts";

/** Deletes a customer's whole book: the customer leaves. */
export async function deleteAddresses(tx: Tx, accountId: string): Promise<void> {
  // In hand first, as for every change: else a change of one address and this wait for each other.
  await lockAddressBook(tx, accountId);
  await tx.delete(address).where(eq(address.accountId, accountId));
  await tx.delete(addressBook).where(eq(addressBook.accountId, accountId));
}
