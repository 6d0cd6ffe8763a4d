import { isSameText } from "#contract/text.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import type { CompanyInvoice, Recipient } from "./recipient.ts";
import { SHIPPING_COUNTRY } from "#shop/addresses/shipping-cities.ts";

/** The place of supply for GST: a state with its code, or the typed name if no state of India has it. */
export interface PlaceOfSupply {
  /** Two digits; null for an unknown place. */
  code: string | null;
  name: string;
}

/** The code of other countries. */
const OTHER_COUNTRY = "96";

/** The place of supply is the place of delivery (D8). */
export function findPlaceOfSupply({ state, country }: { state: string; country?: string }): PlaceOfSupply {
  const knownState = findIndianState(state);
  if (knownState) return knownState;
  if (country?.trim() && !isSameText(country, SHIPPING_COUNTRY))
    return { code: OTHER_COUNTRY, name: country };
  return { code: null, name: state };
}

/**
 * Returns the place of supply of a buyer: the place of delivery (IGST Act, section 10(1)(a)), or, if the owner has
 * chosen so, the state of registration of a company that ships to a third party (section 10(1)(b)).
 */
export function findBuyersPlace({
  shippingAddress,
  companyInvoice,
  companyPlace,
}: Pick<Recipient, "shippingAddress" | "companyInvoice" | "companyPlace">): PlaceOfSupply {
  const registered =
    companyPlace === "registered-state" && companyInvoice ? findCompanyState(companyInvoice) : null;
  const destination = findPlaceOfSupply(shippingAddress);
  return registered && destination.code !== OTHER_COUNTRY ? registered : destination;
}

/** Returns the state in which a company is registered; null for a tax code that is not a GSTIN. */
export function findCompanyState({ taxCode }: Pick<CompanyInvoice, "taxCode">): PlaceOfSupply | null {
  const gstin = normaliseGstin(taxCode);
  return findGstinError(gstin) === null ? findGstinState(gstin) : null;
}

/** `Karnataka (29)`: the same on all pages, mails and documents. */
export const formatPlaceOfSupply = ({ code, name }: PlaceOfSupply): string =>
  code === null ? name : `${name} (${code})`;

/**
 * True if goods are sold to another state, with IGST as the sum of both rates (D8). Compares codes, or names if one has
 * no code. False if the seller's state is unknown.
 */
export function isInterState(place: PlaceOfSupply, seller: Pick<Seller, "state"> | null): boolean {
  const { state = "" } = seller ?? {};
  const home = findIndianState(state);
  if (home && place.code !== null) return home.code !== place.code;
  return state !== "" && place.name !== "" && !isSameText(state, place.name);
}
