import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { addressBook } from "./tables.ts";

interface Book {
  defaultAddressId: string | null;
}

/** Takes the customer's book in hand until the transaction ends: no one else changes it meanwhile. */
export async function lockAddressBook(tx: Tx, accountId: string): Promise<Book> {
  const [book] = await tx
    .insert(addressBook)
    .values({ accountId, defaultAddressId: null })
    // Changes nothing, but locks the row and reads it as it is now.
    .onConflictDoUpdate({ target: addressBook.accountId, set: { accountId } })
    .returning({ defaultAddressId: addressBook.defaultAddressId });
  return book ?? { defaultAddressId: null };
}

/** Names the default; null for a book that has become empty. Only while the book is open. */
export async function markDefault(tx: Tx, accountId: string, defaultAddressId: string | null): Promise<void> {
  await tx.update(addressBook).set({ defaultAddressId }).where(eq(addressBook.accountId, accountId));
}
