import * as v from "valibot";
import { toLatinDigits, toPrintable } from "./text.ts";

// Schemas for the fields of a person or an address. Forms, endpoints, commands and sign-in providers share these
// schemas, so that all accept and store the same values.

/** Maximum length of a first or last name, in characters. */
export const NAME_MAX = 100;

/** Schema of an optional text on one line. Removes invisible characters. */
export const optionalLine = (label: string, maxLength: number) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.transform(toPrintable),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

const requiredLine = (label: string, maxLength: number) =>
  v.pipe(optionalLine(label, maxLength), v.nonEmpty(`${label} is required`));

/** Schema of one name field. The label is "First Name" or "Last Name". */
export const personName = (label: string) => requiredLine(label, NAME_MAX);

/** Schema of first and last name in one field. */
export const fullName = requiredLine("Name", 2 * NAME_MAX + 1);

/** Shortens a name from another system, such as a sign-in provider, to the maximum length instead of rejecting it. */
export const shortenName = (name: string): string =>
  toPrintable(name.toWellFormed())
    .slice(0, NAME_MAX)
    // Removes the first half of a surrogate pair if `slice` has cut off the second half.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();

export const street = requiredLine("Street Address", 300);

export const city = requiredLine("City", 100);

export const state = requiredLine("State", 100);

export const country = requiredLine("Country", 100);

export const optionalCountry = optionalLine("Country", 100);

/** Maximum length of a typed phone number, in characters. */
const MAX_PHONE_LENGTH = 40;

const NOT_TEN_DIGITS = "Phone Number must be 10 digits";

const tenDigits = v.pipe(
  v.string(),
  v.transform(readPhoneNumber),
  // An empty text is valid here, because `requiredLine` already reports it.
  v.regex<string, string>(/^(\d{10})?$/, NOT_TEN_DIGITS),
);

/** Schema of a required phone number in any common format. It is stored as ten digits (§5, D53). */
export const requiredPhoneNumber = v.pipe(requiredLine("Phone Number", MAX_PHONE_LENGTH), tenDigits);

export const optionalPhoneNumber = v.pipe(optionalLine("Phone Number", MAX_PHONE_LENGTH), tenDigits);

/**
 * Returns the ten digits of an Indian phone number. Accepts spaces, hyphens, brackets, the prefixes +91, 0091 and 0,
 * and digits of any Indian script. Returns other texts unchanged.
 */
function readPhoneNumber(text: string): string {
  const digits = toLatinDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, "");
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(digits)?.[1] ?? text;
}

/** The hint below the phone field. It explains why the shop needs the number. */
export const COURIER_CALLS = "The courier will call this number.";

/** The error message for an invalid e-mail address (§5). */
export const INVALID_EMAIL = "Invalid email format";

/**
 * Matches an e-mail address as in the HTML standard. The host must also contain a dot, because a host without a dot
 * cannot be reached over the internet.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/**
 * Schema of an e-mail address (§5). A host in a non-Latin script is converted to ASCII, the form that mail servers use.
 */
export const email = v.pipe(
  requiredLine("Email", 254),
  v.transform(readEmail),
  v.regex<string, string>(EMAIL, INVALID_EMAIL),
  v.maxLength(254, INVALID_EMAIL),
);

/**
 * Returns an e-mail address in the form used for comparison. It is in lower case (D59), has no invisible characters,
 * and has an ASCII host.
 */
export const toEmailKey = (input: string): string => readEmail(toPrintable(input)).toLowerCase();

function readEmail(input: string): string {
  const at = input.lastIndexOf("@");
  const host = input.slice(at + 1);
  // Passes only hosts of letters, digits, hyphens and dots (in any script) to the URL parser, because the parser would
  // also accept other text, such as a host with a port.
  if (at === -1 || /^[\0-\x7F]*$/.test(host) || !/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(host))
    return input;
  try {
    return input.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return input;
  }
}
