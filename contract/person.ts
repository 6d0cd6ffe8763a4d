import * as v from "valibot";
import { toLatinDigits, toPrintable } from "./text.ts";

// One schema for each fact about a person or an address. Forms, endpoints, commands and sign-in providers use the same
// ones, so a value that one place accepts is accepted, and stored alike, at every other.

/** Longest first or last name, in characters. */
const NAME_MAX = 100;

/** A text on one line, without invisible characters, that may be missing, null or empty. */
const optionalLine = (label: string, most: number) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.transform(toPrintable),
    v.maxLength(most, `${label} must be at most ${most} characters`),
  );

const requiredLine = (label: string, most: number) =>
  v.pipe(optionalLine(label, most), v.nonEmpty(`${label} is required`));

/** One name of a person: "First Name", "Last Name". */
export const personName = (label: string) => requiredLine(label, NAME_MAX);

/** First and last name in one field. */
export const fullName = requiredLine("Name", 2 * NAME_MAX + 1);

/** A name that somebody else chose, such as a sign-in provider: what is too long is cut, not refused. */
export const shortenName = (name: string): string =>
  toPrintable(name.toWellFormed())
    .slice(0, NAME_MAX)
    // Half of a letter that was cut in two.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();

export const street = requiredLine("Street Address", 300);

export const city = requiredLine("City", 100);

export const state = requiredLine("State", 100);

export const country = requiredLine("Country", 100);

export const optionalCountry = optionalLine("Country", 100);

/** Longest phone number as people write one, in characters. */
const LONGEST_PHONE = 40;

const NOT_TEN_DIGITS = "Phone Number must be 10 digits";

const tenDigits = v.pipe(
  v.string(),
  v.transform(readPhoneNumber),
  // Empty has its own message already.
  v.regex<string, string>(/^(\d{10})?$/, NOT_TEN_DIGITS),
);

/** A phone number, taken as people paste it and kept as ten digits (§5, D53). */
export const requiredPhoneNumber = v.pipe(requiredLine("Phone Number", LONGEST_PHONE), tenDigits);

/** A phone number that may be missing, null or empty. */
export const optionalPhoneNumber = v.pipe(optionalLine("Phone Number", LONGEST_PHONE), tenDigits);

/**
 * The ten digits of an Indian number as people paste it: with spaces, hyphens and brackets, with +91, 0091 or 0 before
 * it, in digits of any Indian script. Any other text stays as it is.
 */
function readPhoneNumber(text: string): string {
  const plain = toLatinDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, "");
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(plain)?.[1] ?? text;
}

/** The reason for asking, below its field. */
export const COURIER_CALLS = "The courier will call this number.";

/** The error for a wrong e-mail address (§5). */
export const INVALID_EMAIL = "Invalid email format";

/**
 * An e-mail address as the HTML standard defines it, and at least one dot in its host, because a shop on the internet
 * can reach no other.
 */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** An e-mail address as typed (§5). A host in another script is kept in its ASCII form, as mail servers know it. */
export const email = v.pipe(
  requiredLine("Email", 254),
  v.transform(readEmail),
  v.regex<string, string>(EMAIL, INVALID_EMAIL),
  v.maxLength(254, INVALID_EMAIL),
);

/** E-mail addresses are the same whatever their case (D59), invisible characters, or form of the host. */
export const toEmailKey = (typed: string): string => readEmail(toPrintable(typed)).toLowerCase();

function readEmail(typed: string): string {
  const at = typed.lastIndexOf("@");
  const host = typed.slice(at + 1);
  // The URL parser reads more than hosts: only letters, digits, hyphens and the dots of all scripts reach it.
  if (at === -1 || /^[\0-\x7F]*$/.test(host) || !/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(host))
    return typed;
  try {
    return typed.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return typed;
  }
}
