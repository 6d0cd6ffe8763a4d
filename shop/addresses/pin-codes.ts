import * as v from "valibot";
import { toLatinDigits, toPrintable } from "#contract/text.ts";
import { findIndianState, indianStates } from "./indian-states.ts";

/** True for six digits, the first not 0. The checkout shows a hint for other zip codes, but accepts them (D64). */
export const isPinCode = (zipCode: string): boolean => /^[1-9]\d{5}$/.test(zipCode.trim());

export const NO_PIN = "A PIN has 6 digits and doesn't start with 0.";

export const ENTER_PIN = "Enter a PIN code of six digits, for example 380015.";

const ZIP_CODE_MAX = 12;

/** The zip code at the checkout, where any format is accepted (D64, D108). */
export const optionalZipCode = v.pipe(
  v.nullish(v.string("Zip Code must be text"), ""),
  v.transform(readZipCode),
  v.maxLength(ZIP_CODE_MAX, `Zip Code must be at most ${ZIP_CODE_MAX} characters`),
);

/** A PIN that the owner enters at the desk. It may be empty. */
export const pinCode = v.pipe(
  optionalZipCode,
  v.check((pin) => pin === "" || isPinCode(pin), ENTER_PIN),
);

export const requiredZipCode = v.pipe(
  optionalZipCode,
  v.nonEmpty("Zip Code is required"),
  // Also accepts an empty text, because `nonEmpty` already reports it.
  v.regex(/^\d*$/, "Zip Code must contain digits only"),
);

/** Converts `380 015`, `380-015` and `३८००१५` to `380015`. Other text is only changed by `toPrintable`. */
export function readZipCode(text: string): string {
  const printable = toPrintable(text);
  const digits = toLatinDigits(printable).replaceAll(/[\s\p{Pd}]/gu, "");
  return isPinCode(digits) ? digits : printable;
}

/** The PIN prefixes of the cities in the shop's lists (§9), without their suburbs. */
const cityPins: Readonly<Record<string, string>> = {
  Ahmedabad: "380",
  Anand: "3880",
  Bengaluru: "560",
  Bhavnagar: "3640",
  Jamnagar: "3610",
  Junagadh: "3620",
  Mangaluru: "575",
  Mumbai: "4000 4001",
  Mysuru: "570",
  Nadiad: "3870",
  Nagpur: "440",
  "New Delhi": "110",
  Pune: "411",
  Rajkot: "3600",
  Surat: "395",
  Vadodara: "390",
};

/** Lists the states that may have this PIN. Empty if no state has it, as for army post offices or an invalid PIN. */
export const listStatesOfPin = (pin: string): string[] =>
  isPinCode(pin) ? indianStates.filter(({ pins }) => beginsWithAny(pin, pins)).map(({ name }) => name) : [];

const beginsWithAny = (pin: string, prefixes: string): boolean =>
  prefixes.split(" ").some((prefix) => pin.startsWith(prefix));

/** Returns the place of a PIN. `city` may be empty. Null if the PIN is in no state or may be in several. */
export function findPlaceOfPin(zipCode: string): { state: string; city: string } | null {
  const pin = readZipCode(zipCode);
  const [state, another] =
    [6, 5, 4, 3, 2]
      .map((digits) => indianStates.filter(({ pins }) => pins.split(" ").includes(pin.slice(0, digits))))
      .find((states) => states.length > 0) ?? [];
  if (!isPinCode(pin) || !state || another) return null;
  const [city = ""] = Object.entries(cityPins).find(([, pins]) => beginsWithAny(pin, pins)) ?? [];
  return { state: state.name, city };
}

/** Returns the city for a PIN: the typed one, unless it is empty or the city of another PIN. */
export const chooseCity = (typed: string, ofPin: string): string =>
  typed === "" || (ofPin !== "" && Object.hasOwn(cityPins, typed)) ? ofPin : typed;

/** The PINs of army post offices begin with this digit. They match every state. */
const ARMY = "9";

/** People type six equal digits to get past a required field. */
const isMadeUp = (pin: string): boolean => /^(\d)\1{5}$/.test(pin);

/**
 * Returns for example `PIN 380015 is in Gujarat, not Karnataka`, or that no place has this PIN. Null if PIN and state
 * match, the PIN is malformed or of an army post office, or the state is unknown.
 */
export function describePinMismatch(zipCode: string, state: string): string | null {
  const pin = readZipCode(zipCode);
  const stateName = findIndianState(state)?.name;
  if (stateName === undefined || !isPinCode(pin)) return null;
  if (isMadeUp(pin)) return `PIN ${pin} does not look like a real PIN`;
  const statesOfPin = listStatesOfPin(pin);
  if (statesOfPin.includes(stateName) || pin.startsWith(ARMY)) return null;
  return statesOfPin.length === 0
    ? `PIN ${pin} does not exist in India`
    : `PIN ${pin} is in ${new Intl.ListFormat("en", { type: "disjunction" }).format(statesOfPin)}, not ${stateName}`;
}

/** Returns a warning for the owner if a PIN is invalid, or belongs to the army or to another state; otherwise null. */
export function describePinDoubt(zipCode: string, state: string): string | null {
  const pin = readZipCode(zipCode);
  if (pin !== "" && !isPinCode(pin)) return `${pin} is not a valid PIN`;
  return pin.startsWith(ARMY) && !isMadeUp(pin)
    ? `PIN ${pin} belongs to an army post office, not to a state`
    : describePinMismatch(pin, state);
}

/** Returns the hint for a PIN that does not match the state, which the form accepts anyway (D108). */
export function findPinHint(zipCode: string, state: string): string | undefined {
  const mismatch = describePinMismatch(zipCode, state);
  return mismatch === null ? undefined : `${mismatch}. Please check: we ship to exactly this address.`;
}
