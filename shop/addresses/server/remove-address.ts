import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isId } from "#platform/ids.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { listAddresses } from "./find-addresses.ts";
import { markDefault, lockAddressBook } from "./lock-address-book.ts";
import { address } from "./tables.ts";

/** Removes an address. Of the default, the newest other one takes its place (D75). */
export const removeFromBook = (context: Context, accountId: string, addressId: string) =>
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
