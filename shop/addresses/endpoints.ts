import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readNothing } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseAddressBook } from "./saved-address.ts";

/** `addresses` is null if the response does not contain the address book (§4, §7). */
const parseChangedBook = (body: unknown) => ({ addresses: parseAddressBook(body) });

export const listAddressBook = defineEndpoint(withContract<typeof contracts.listAddressBook>, {
  method: "GET",
  path: "/addresses/:userId",
  policy: "customer",
  // Some backends send null instead of an empty list.
  read: (body) => (body === null ? [] : (parseAddressBook(body) ?? undefined)),
});

export const addToAddressBook = defineEndpoint(withContract<typeof contracts.addToAddressBook>, {
  method: "POST",
  path: "/addresses/:userId",
  policy: "customer",
  read: readNothing,
});

export const updateAddress = defineEndpoint(withContract<typeof contracts.updateAddress>, {
  method: "PUT",
  path: "/addresses/:userId/:addressId",
  policy: "customer",
  read: parseChangedBook,
});

export const removeAddress = defineEndpoint(withContract<typeof contracts.removeAddress>, {
  method: "DELETE",
  path: "/addresses/:userId/:addressId",
  policy: "customer",
  read: readNothing,
});

export const setDefaultAddress = defineEndpoint(withContract<typeof contracts.setDefaultAddress>, {
  method: "PATCH",
  path: "/addresses/:userId/:addressId/default",
  policy: "customer",
  read: parseChangedBook,
});
