import { endpoint, typed } from "#contract/endpoint.ts";
import { nothingNeeded } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { addressBookIn } from "./saved-address.ts";

/** The book after a change, where the answer carries it; else it is fetched again, or adjusted (§4, §7). */
const changedBook = (body: unknown) => ({ addresses: addressBookIn(body) });

export const listAddressBook = endpoint(typed<typeof contracts.listAddressBook>, {
  method: "GET",
  path: "/addresses/:userId",
  policy: "customer",
  read: (body) => addressBookIn(body) ?? undefined,
});

export const addToAddressBook = endpoint(typed<typeof contracts.addToAddressBook>, {
  method: "POST",
  path: "/addresses/:userId",
  policy: "customer",
  read: changedBook,
});

export const updateAddress = endpoint(typed<typeof contracts.updateAddress>, {
  method: "PUT",
  path: "/addresses/:userId/:addressId",
  policy: "customer",
  read: changedBook,
});

export const removeAddress = endpoint(typed<typeof contracts.removeAddress>, {
  method: "DELETE",
  path: "/addresses/:userId/:addressId",
  policy: "customer",
  read: nothingNeeded,
});

export const setDefaultAddress = endpoint(typed<typeof contracts.setDefaultAddress>, {
  method: "PATCH",
  path: "/addresses/:userId/:addressId/default",
  policy: "customer",
  read: changedBook,
});
