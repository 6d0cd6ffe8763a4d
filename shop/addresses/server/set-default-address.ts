import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { findAddress, listAddresses } from "./find-addresses.ts";
import { markDefault, lockAddressBook } from "./lock-address-book.ts";

/** Makes an address the only default and answers with the whole book (§4). */
export const makeDefault = (context: Context, accountId: string, addressId: string) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    await lockAddressBook(tx, accountId);
    if (!(await findAddress(tx, accountId, addressId))) return refuse("not_found");
    await markDefault(tx, accountId, addressId);
    return { success: true as const, addresses: await listAddresses(tx, accountId) };
  });
