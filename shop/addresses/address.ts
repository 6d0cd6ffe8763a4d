import * as v from "valibot";
import {
  city,
  optionalCountry,
  NAME_MAX,
  optionalLine,
  optionalPhoneNumber,
  state,
  street,
} from "#contract/person.ts";
import { findIndianState } from "./indian-states.ts";
import { requiredZipCode } from "./pin-codes.ts";
import { type Address, DEFAULT_COUNTRY } from "./saved-address.ts";

/** Longest label of an address, in characters. */
export const LABEL_MAX = 40;

/** Maximum number of saved addresses of a customer. */
export const MAX_ADDRESSES = 50;

/**
 * The body of the address form (§5): street, city, a state of the list and a numeric zip code; the phone is optional
 * (D63), as are the label and the recipient. A PIN of another state is taken (D108).
 */
export const addressInput = v.object({
  street,
  city,
  state: v.pipe(
    state,
    v.transform((value) => findIndianState(value)?.name ?? value),
    v.check((value) => value === "" || findIndianState(value) !== null, "State must be one of the list"),
  ),
  zipCode: requiredZipCode,
  country: v.pipe(
    optionalCountry,
    v.transform((value) => value || DEFAULT_COUNTRY),
  ),
  phoneNumber: v.optional(optionalPhoneNumber),
  label: v.optional(optionalLine("Label", LABEL_MAX)),
  recipient: v.optional(optionalLine("Recipient", 2 * NAME_MAX + 1)),
  isDefault: v.optional(v.boolean("Default must be true or false")),
});

export type AddressInput = v.InferOutput<typeof addressInput>;

/** The address book after one address has been made the only default (§4). */
export const withDefault = (addresses: readonly Address[], addressId: string): Address[] =>
  addresses.map((address) => ({ ...address, isDefault: address._id === addressId }));

/** Returns the address with which the checkout starts: the default, otherwise the first (§2.8). */
export const findPreferredAddress = (addresses: readonly Address[]): Address | null =>
  addresses.find(({ isDefault }) => isDefault) ?? addresses[0] ?? null;

/** Messages of the address screen (§2.16, §8). */
export const addressMessages = {
  signIn: "Please sign in to manage your addresses.",
  empty: "No address yet!",
  removeTitle: "Remove address",
  removeQuestion: (name: string) => `Are you sure you want to remove ${name} from your addresses?`,
  removed: (name: string) => `We've removed ${name} from your addresses.`,
  loadFailed: "We couldn’t load your addresses right now. Please try again.",
  updateFailed: "Could not update the address. Please try again.",
  saveFailed: "Could not save the address. Please check the details and try again.",
  removeFailed: "Could not remove the address. Please try again.",
  setDefaultFailed: "Could not set default. Please try again.",
} as const;
