import { and, asc, eq } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { isId } from "#platform/ids.ts";
import type { Address } from "../saved-address.ts";
import { address, addressBook } from "./tables.ts";

/** A customer's saved addresses, oldest first. */
export async function listAddresses(db: Db | Tx, accountId: string): Promise<Address[]> {
  const rows = await selectSaved(db)
    .where(eq(address.accountId, accountId))
    .orderBy(asc(address.createdAt), asc(address.id));
  return rows.map(toAddress);
}

/** One address of this customer; null for another's, an unknown or a malformed id (D74/76). */
export async function findAddress(
  db: Db | Tx,
  accountId: string,
  addressId: string,
): Promise<Address | null> {
  if (!isId(addressId)) return null;
  const [row] = await selectSaved(db).where(and(eq(address.id, addressId), eq(address.accountId, accountId)));
  return row ? toAddress(row) : null;
}

const selectSaved = (db: Db | Tx) =>
  db
    .select({ address, defaultAddressId: addressBook.defaultAddressId })
    .from(address)
    .innerJoin(addressBook, eq(addressBook.accountId, address.accountId))
    .$dynamic();

interface Row {
  address: typeof address.$inferSelect;
  defaultAddressId: string | null;
}

const toAddress = ({ address, defaultAddressId }: Row): Address => ({
  _id: address.id,
  id: address.id,
  street: address.street,
  city: address.city,
  state: address.state,
  zipCode: address.zipCode,
  country: address.country,
  ...(address.phoneNumber !== null && { phoneNumber: address.phoneNumber }),
  isDefault: address.id === defaultAddressId,
});
