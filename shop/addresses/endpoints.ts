import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { readNothing } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseAddressBook } from "./saved-address.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

/** `addresses` is null if the response does not contain the address book (§4, §7). */
const parseChangedBook = (body: unknown) => ({ addresses: parseAddressBook(body) });

export const listAddressBook = define("listAddressBook", "GET /addresses/:userId", "customer", {
  // Some backends send null instead of an empty list.
  read: (body) => (body === null ? [] : (parseAddressBook(body) ?? undefined)),
});

export const addToAddressBook = define("addToAddressBook", "POST /addresses/:userId", "customer", {
  read: readNothing,
});
export const updateAddress = define("updateAddress", "PUT /addresses/:userId/:addressId", "customer", {
  read: parseChangedBook,
});
export const removeAddress = define("removeAddress", "DELETE /addresses/:userId/:addressId", "customer", {
  read: readNothing,
});
export const setDefaultAddress = define(
  "setDefaultAddress",
  "PATCH /addresses/:userId/:addressId/default",
  "customer",
  { read: parseChangedBook },
);
