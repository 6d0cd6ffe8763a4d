import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import type { AddressInput } from "../address.ts";
import { findAddress, listAddresses } from "./find-addresses.ts";
import { markDefault, lockAddressBook } from "./lock-address-book.ts";
import { address } from "./tables.ts";

/** Changes a saved address and answers with the whole book. `isDefault: false` does not leave a book without one. */
export const changeAddress = (context: Context, accountId: string, addressId: string, input: AddressInput) =>
  rollBackIfRefused(context.transact, async (tx: Tx) => {
    await lockAddressBook(tx, accountId);
    if (!(await findAddress(tx, accountId, addressId))) return refuse("not_found");
    await tx
      .update(address)
      .set({
        street: input.street,
        city: input.city,
        state: input.state,
        zipCode: input.zipCode,
        country: input.country,
        // The documented form does not send it: what is not sent stays.
        ...(input.phoneNumber !== undefined && { phoneNumber: input.phoneNumber || null }),
        updatedAt: context.now(),
      })
      .where(and(eq(address.id, addressId), eq(address.accountId, accountId)));
    if (input.isDefault) await markDefault(tx, accountId, addressId);
    return { success: true as const, addresses: await listAddresses(tx, accountId) };
  });
