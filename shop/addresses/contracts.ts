import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { addressInput, MAX_ADDRESSES } from "./address.ts";
import { addressSchema } from "./response-schemas.ts";

/** Also used for another customer's address, so that nobody learns which ids exist (D74/76). */
const notFound = { status: 404, message: "This address could not be found." } as const;

const wholeBook = v.object({ success: v.literal(true), addresses: v.array(addressSchema) });

export const listAddressBook = defineContract({
  aliases: ["/api/addresses/:userId"],
  summary: "Lists the customer's saved addresses, oldest first",
  answer: v.array(addressSchema),
  refusals: { not_found: notFound },
});

export const addToAddressBook = defineContract({
  aliases: ["/api/addresses/:userId"],
  summary: "Saves an address; the first one becomes the default",
  body: addressInput,
  answer: v.object({ success: v.literal(true), address: addressSchema, addresses: v.array(addressSchema) }),
  refusals: {
    not_found: notFound,
    book_full: {
      status: 409,
      message: `You can save up to ${MAX_ADDRESSES} addresses. Please remove one first.`,
    },
  },
});

export const updateAddress = defineContract({
  aliases: ["/api/addresses/:userId/:addressId"],
  summary: "Changes a saved address; without a phone number, the saved one is kept",
  body: addressInput,
  answer: wholeBook,
  refusals: { not_found: notFound },
});

export const removeAddress = defineContract({
  aliases: ["/api/addresses/:userId/:addressId"],
  summary: "Removes a saved address; if it was the default, the newest other address becomes the default",
  answer: v.object({ success: v.literal(true) }),
  refusals: { not_found: notFound },
});

export const setDefaultAddress = defineContract({
  aliases: ["/api/addresses/:userId/:addressId/default"],
  summary: "Makes a saved address the only default",
  answer: wholeBook,
  refusals: { not_found: notFound },
});
