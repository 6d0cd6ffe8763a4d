import * as v from "valibot";
import { toLatinDigits, toPrintable } from "./text.ts";

// One schema for each field of a person or an address. Forms, endpoints, commands and sign-in providers share it, so
// that all accept and store the same values.

/** Longest first or last name, in characters. */
export const NAME_MAX = 100;

/** An optional text on one line, without invisible characters. */
export const optionalLine = (label: string, maxLength: number) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.transform(toPrintable),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

const requiredLine = (label: string, maxLength: number) =>
  v.pipe(optionalLine(label, maxLength), v.nonEmpty(`${label} is required`));

/** One name of a person: "First Name" or "Last Name". */
export const personName = (label: string) => requiredLine(label, NAME_MAX);

/** First and last name in one field. */
export const fullName = requiredLine("Name", 2 * NAME_MAX + 1);

/** A name from outside, for example from a sign-in provider: cut to the maximum length instead of rejected. */
export const shortenName = (name: string): string =>
  toPrintable(name.toWellFormed())
    .slice(0, NAME_MAX)
    // A surrogate whose other half was cut off.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();

export const street = requiredLine("Street Address", 300);

export const city = requiredLine("City", 100);

export const state = requiredLine("State", 100);

export const country = requiredLine("Country", 100);

export const optionalCountry = optionalLine("Country", 100);

/** Maximum length of a typed phone number. */
const LONGEST_PHONE = 40;

const NOT_TEN_DIGITS = "Phone Number must be 10 digits";

const tenDigits = v.pipe(
  v.string(),
  v.transform(readPhoneNumber),
  // An empty value already has its message.
  v.regex<string, string>(/^(\d{10})?$/, NOT_TEN_DIGITS),
);

/** A phone number in any common format, stored as ten digits (§5, D53). */
export const requiredPhoneNumber = v.pipe(requiredLine("Phone Number", LONGEST_PHONE), tenDigits);

export const optionalPhoneNumber = v.pipe(optionalLine("Phone Number", LONGEST_PHONE), tenDigits);

/**
 * Returns the ten digits of an Indian number with spaces, hyphens and brackets, with the prefix +91, 0091 or 0, in
 * digits of any Indian script. Returns any other text unchanged.
 */
function readPhoneNumber(text: string): string {
  const digits = toLatinDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, "");
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(digits)?.[1] ?? text;
}

/** Explains below the field why the shop needs the number. */
export const COURIER_CALLS = "The courier will call this number.";

/** The error of an invalid e-mail address (§5). */
export const INVALID_EMAIL = "Invalid email format";

/**
 * An e-mail address as in the HTML standard, but with at least one dot in its host, because others cannot be reached
 * over the internet.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** An e-mail address (§5). A host in another script is converted to ASCII, the form that mail servers use. */
export const email = v.pipe(
  requiredLine("Email", 254),
  v.transform(readEmail),
  v.regex<string, string>(EMAIL, INVALID_EMAIL),
  v.maxLength(254, INVALID_EMAIL),
);

/**
 * Normalizes an e-mail address for comparison: ignores case (D59), invisible characters and the encoding of the host.
 */
export const toEmailKey = (input: string): string => readEmail(toPrintable(input)).toLowerCase();

function readEmail(input: string): string {
  const at = input.lastIndexOf("@");
  const host = input.slice(at + 1);
  // Only letters, digits, hyphens and dots of all scripts are passed to the URL parser, because it accepts more than
  // hosts.
  if (at === -1 || /^[\0-\x7F]*$/.test(host) || !/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(host))
    return input;
  try {
    return input.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return input;
  }
}
