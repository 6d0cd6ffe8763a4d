import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { nothingNeeded } from "#contract/read.ts";
import { addressInput, MAX_ADDRESSES } from "./address.ts";
import { addressBookIn, addressSchema } from "./saved-address.ts";

/** Another customer's, unknown and malformed ids are all the same (D74/76). */
const notFound = { status: 404, message: "This address could not be found." } as const;

/** The book after a change, where the answer carries it; else it is fetched again, or adjusted (§4, §7). */
const changedBook = (body: unknown) => ({ addresses: addressBookIn(body) });

const wholeBook = v.object({ success: v.literal(true), addresses: v.array(addressSchema) });

export const listAddressBook = endpoint({
  method: "GET",
  path: "/addresses/:userId",
  aliases: ["/api/addresses/:userId"],
  summary: "The customer's saved addresses, oldest first",
  policy: "customer",
  answer: v.array(addressSchema),
  read: (body) => addressBookIn(body) ?? undefined,
  refusals: { not_found: notFound },
});

export const addToAddressBook = endpoint({
  method: "POST",
  path: "/addresses/:userId",
  aliases: ["/api/addresses/:userId"],
  summary: "Saves an address; the first one becomes the default",
  policy: "customer",
  body: addressInput,
  answer: v.object({ success: v.literal(true), address: addressSchema, addresses: v.array(addressSchema) }),
  read: changedBook,
  refusals: {
    not_found: notFound,
    book_full: {
      status: 409,
      message: `You can save up to ${MAX_ADDRESSES} addresses. Please remove one first.`,
    },
  },
});

export const updateAddress = endpoint({
  method: "PUT",
  path: "/addresses/:userId/:addressId",
  aliases: ["/api/addresses/:userId/:addressId"],
  summary: "Changes a saved address; a phone number that is not sent stays",
  policy: "customer",
  body: addressInput,
  answer: wholeBook,
  read: changedBook,
  refusals: { not_found: notFound },
});

export const removeAddress = endpoint({
  method: "DELETE",
  path: "/addresses/:userId/:addressId",
  aliases: ["/api/addresses/:userId/:addressId"],
  summary: "Removes a saved address; of the default, the newest other one takes its place",
  policy: "customer",
  answer: v.object({ success: v.literal(true) }),
  read: nothingNeeded,
  refusals: { not_found: notFound },
});

export const setDefaultAddress = endpoint({
  method: "PATCH",
  path: "/addresses/:userId/:addressId/default",
  aliases: ["/api/addresses/:userId/:addressId/default"],
  summary: "Makes a saved address the only default",
  policy: "customer",
  answer: wholeBook,
  read: changedBook,
  refusals: { not_found: notFound },
});
