import { and, asc, eq } from "drizzle-orm";
import { omitAbsent } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { isId, generateUuid } from "#platform/ids.ts";
import { type AddressInput, addressInput, MAX_ADDRESSES } from "../address.ts";
import type * as endpoints from "../endpoints.ts";
import type { Address } from "../saved-address.ts";
import { address, addressBook } from "./tables.ts";

export async function listAddresses(db: Db | Tx, accountId: string): Promise<Address[]> {
  const rows = await selectSaved(db)
    .where(eq(address.accountId, accountId))
    .orderBy(asc(address.createdAt), asc(address.id));
  return rows.map(toAddress);
}

/** Returns an address of this customer. Null if the id is unknown, malformed or another customer's (D74/76). */
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

function toAddress({ address, defaultAddressId }: Row): Address {
  const { id, street, city, state, zipCode, country, phoneNumber, label, recipient } = address;
  const lines = { street, city, state, zipCode, country, ...omitAbsent({ phoneNumber, label, recipient }) };
  return { _id: id, id, ...lines, isDefault: id === defaultAddressId };
}

export const addToBook = (
  context: Context,
  { principal: { accountId }, body: input }: HandlerInput<typeof endpoints.addToAddressBook>,
  lockAccount: LockAccount,
) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    // This lock prevents an address from being saved after the account's data was deleted.
    if (!(await lockAccount(tx, accountId))) return refuse("not_found");
    await lockAddressBook(tx, accountId);
    const saved = await listAddresses(tx, accountId);
    const existing = saved.find((each) => isSameAddress(each, input));
    if (!existing && saved.length >= MAX_ADDRESSES) return refuse("book_full");
    const added = existing ?? (await addAddress(tx, accountId, input, context.now()));
    if (input.isDefault) await markDefault(tx, accountId, added._id);
    return {
      success: true as const,
      address: { ...added, isDefault: added.isDefault || input.isDefault === true },
      addresses: await listAddresses(tx, accountId),
    };
  });

/** True if a request repeats a saved address, for example because the response to the first request was lost. */
const isSameAddress = (saved: Address, input: AddressInput): boolean =>
  lineNames.every((name) => (saved[name] ?? "") === (input[name] ?? ""));

const { isDefault: _default, ...lines } = addressInput.entries;
const lineNames = Object.keys(lines) as (keyof typeof lines)[];

/** Prevents the deletion of an account until the commit. Returns a falsy value if the account does not exist. */
export type LockAccount = (tx: Tx, accountId: string) => Promise<unknown>;

/** Saves an address in the caller's transaction. A customer's first address always becomes the default (D75). */
export async function addAddress(
  tx: Tx,
  accountId: string,
  { isDefault = false, ...input }: AddressInput,
  now: Date,
): Promise<Address> {
  const book = await lockAddressBook(tx, accountId);
  const id = generateUuid(now.getTime());
  const blank = { phoneNumber: null, label: null, recipient: null };
  const row = { ...blank, ...toStored(input), id, accountId, createdAt: now, updatedAt: now };
  await tx.insert(address).values(row);
  const becomesDefault = isDefault || book.defaultAddressId === null;
  if (becomesDefault) await markDefault(tx, accountId, id);
  return toAddress({ address: row, defaultAddressId: becomesDefault ? id : null });
}

export const changeAddress = (
  context: Context,
  {
    principal: { accountId },
    params: { addressId },
    body: input,
  }: HandlerInput<typeof endpoints.updateAddress>,
) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    await lockAddressBook(tx, accountId);
    if (!(await findAddress(tx, accountId, addressId))) return refuse("not_found");
    const { isDefault, ...lines } = input;
    await tx
      .update(address)
      .set({ ...toStored(lines), updatedAt: context.now() })
      .where(and(eq(address.id, addressId), eq(address.accountId, accountId)));
    if (isDefault) await markDefault(tx, accountId, addressId);
    return { success: true as const, addresses: await listAddresses(tx, accountId) };
  });

/** Omitted fields stay unchanged, because clients that follow the specification do not send them. */
const toStored = ({ phoneNumber, label, recipient, ...lines }: Omit<AddressInput, "isDefault">) => ({
  ...lines,
  ...(phoneNumber !== undefined && { phoneNumber: phoneNumber || null }),
  ...(label !== undefined && { label: label || null }),
  ...(recipient !== undefined && { recipient: recipient || null }),
});

export const removeFromBook = (
  context: Context,
  { principal: { accountId }, params: { addressId } }: HandlerInput<typeof endpoints.removeAddress>,
) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    const book = await lockAddressBook(tx, accountId);
    if (!isId(addressId)) return refuse("not_found");
    const removed = await tx
      .delete(address)
      .where(and(eq(address.id, addressId), eq(address.accountId, accountId)))
      .returning({ id: address.id });
    if (removed.length === 0) return refuse("not_found");
    if (book.defaultAddressId === addressId) {
      const newest = (await listAddresses(tx, accountId)).at(-1);
      await markDefault(tx, accountId, newest?.id ?? null);
    }
    return { success: true as const };
  });

export const makeDefault = (
  context: Context,
  { principal: { accountId }, params: { addressId } }: HandlerInput<typeof endpoints.setDefaultAddress>,
) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    await lockAddressBook(tx, accountId);
    if (!(await findAddress(tx, accountId, addressId))) return refuse("not_found");
    await markDefault(tx, accountId, addressId);
    return { success: true as const, addresses: await listAddresses(tx, accountId) };
  });

export async function deleteAddresses(tx: Tx, accountId: string): Promise<void> {
  // Every change of an address book locks the book first, which prevents deadlocks.
  await lockAddressBook(tx, accountId);
  await tx.delete(address).where(eq(address.accountId, accountId));
  await tx.delete(addressBook).where(eq(addressBook.accountId, accountId));
}

/** Locks the customer's address book until the transaction ends. Creates it if needed. */
async function lockAddressBook(tx: Tx, accountId: string) {
  const [book] = await tx
    .insert(addressBook)
    .values({ accountId, defaultAddressId: null })
    // This update changes nothing, but locks and returns the existing row.
    .onConflictDoUpdate({ target: addressBook.accountId, set: { accountId } })
    .returning({ defaultAddressId: addressBook.defaultAddressId });
  return book ?? { defaultAddressId: null };
}

/** Sets the default address; null for an empty book. The transaction must have locked the book. */
async function markDefault(tx: Tx, accountId: string, defaultAddressId: string | null): Promise<void> {
  await tx.update(addressBook).set({ defaultAddressId }).where(eq(addressBook.accountId, accountId));
}
