import { isSameText } from "#contract/text.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import type { CompanyInvoice, Recipient } from "./recipient.ts";
import { SHIPPING_COUNTRY } from "#shop/addresses/delivery-area.ts";

export interface PlaceOfSupply {
  code: string | null;
  name: string;
}

const OTHER_COUNTRY = "96";

/** Returns the place of delivery as the place of supply (D8). */
export function findPlaceOfSupply({ state, country }: { state: string; country?: string }): PlaceOfSupply {
  const knownState = findIndianState(state);
  if (knownState) return knownState;
  if (country?.trim() && !isSameText(country, SHIPPING_COUNTRY))
    return { code: OTHER_COUNTRY, name: country };
  return { code: null, name: state };
}

/**
 * Returns the place of supply of an order. Usually it is the place of delivery (IGST Act, section 10(1)(a)). If a
 * company has goods shipped to somebody else, the owner can choose the company's state (section 10(1)(b)).
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

/** Returns the state in a company's GSTIN; null if its tax code is not a GSTIN. */
export function findCompanyState({ taxCode }: Pick<CompanyInvoice, "taxCode">): PlaceOfSupply | null {
  const gstin = normaliseGstin(taxCode);
  return findGstinError(gstin) === null ? findGstinState(gstin) : null;
}

export const formatPlaceOfSupply = ({ code, name }: PlaceOfSupply): string =>
  code === null ? name : `${name} (${code})`;

/**
 * True if the place of supply is outside the seller's state. The tax is then IGST, at the sum of the CGST and SGST
 * rates (D8). If a code is missing, compares the names. False if a name is missing too.
 */
export function isInterState(place: PlaceOfSupply, seller: Pick<Seller, "state"> | null): boolean {
  const { state = "" } = seller ?? {};
  const home = findIndianState(state);
  if (home && place.code !== null) return home.code !== place.code;
  return state !== "" && place.name !== "" && !isSameText(state, place.name);
}
