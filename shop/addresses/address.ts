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

export const LABEL_MAX = 40;

export const MAX_ADDRESSES = 50;

/** The address form (§5). Phone (D63), label and recipient are optional. The PIN may belong to another state (D108). */
export const addressInput = v.object({
  street,
  city,
  state: v.pipe(
    state,
    v.transform((value) => findIndianState(value)?.name ?? value),
    v.check((value) => value === "" || findIndianState(value) !== null, "Choose a state from the list"),
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

/** Returns the address book with this address as its only default (§4). */
export const withDefault = (addresses: readonly Address[], addressId: string): Address[] =>
  addresses.map((address) => ({ ...address, isDefault: address._id === addressId }));

/** Returns the address that the checkout selects first (§2.8): the default, or else the first one. */
export const findPreferredAddress = (addresses: readonly Address[]): Address | null =>
  addresses.find(({ isDefault }) => isDefault) ?? addresses[0] ?? null;

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
