import { findStateByCode, type IndianState } from "#shop/addresses/indian-states.ts";

/** The possible places of supply of a company with a GSTIN: the place of delivery, or its state of registration. */
export const companyPlaces = ["ship-to", "registered-state"] as const;
export type CompanyPlace = (typeof companyPlaces)[number];

/** The characters of a GSTIN. The position of a character is its value, from 0 to 35. */
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const LENGTH = 15;

/**
 * The parts of a GSTIN: state, PAN, number of the registration in that state, the letter `Z` (not checked), and
 * check character.
 */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/;

/** The state code for offshore areas. */
const OTHER_TERRITORY = "97";

export const normaliseGstin = (input: string): string => input.replaceAll(/[\s-]/g, "").toUpperCase();

/** Returns the end of a sentence that begins with "This GSTIN" or a field name. Null if the GSTIN is valid. */
export function findGstinError(gstin: string): string | null {
  if (gstin.length !== LENGTH) return `has ${gstin.length} characters, but a GSTIN has ${LENGTH}.`;
  if (!FORM.test(gstin))
    return "is not a GSTIN. A GSTIN looks like 27AAPFU0939F1ZV: two digits for the state, the PAN, then three more characters.";
  if (gstin.at(-1) !== calculateCheckCharacter(gstin))
    return "has a typing mistake: the last character does not match the others. Please check it.";
  const code = getStateCode(gstin);
  return code === OTHER_TERRITORY || findStateByCode(code)
    ? null
    : `begins with ${code}, which is not the code of a state. Please check it.`;
}

export const findGstinState = (gstin: string): IndianState | null => findStateByCode(getStateCode(gstin));

const getStateCode = (gstin: string): string => gstin.slice(0, 2);

/** Multiplies the characters' values by 1 and 2 in turn, and adds up the base-36 digits of the products. */
function calculateCheckCharacter(gstin: string): string | undefined {
  let sum = 0;
  for (let at = 0; at < LENGTH - 1; at++) {
    const product = SIGNS.indexOf(gstin.charAt(at)) * (1 + (at % 2));
    sum += Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  }
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length];
}
