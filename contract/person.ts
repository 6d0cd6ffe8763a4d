import * as v from "valibot";
import { toLatinDigits, toPrintable } from "./text.ts";

export const NAME_MAX = 100;

export const textUpTo = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(longest, `This can be up to ${longest} characters long.`));

/** An optional text on one line without invisible characters. */
export const optionalLine = (label: string, maxLength: number) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.transform(toPrintable),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

const requiredLine = (label: string, maxLength: number) =>
  v.pipe(optionalLine(label, maxLength), v.nonEmpty(`${label} is required`));

/** The schema of a first or last name. `label` is "First Name" or "Last Name". */
export const personName = (label: string) => requiredLine(label, NAME_MAX);

export const fullName = requiredLine("Name", 2 * NAME_MAX + 1);

/** Shortens a name from another system instead of rejecting it. */
export const shortenName = (name: string): string =>
  toPrintable(name.toWellFormed())
    .slice(0, NAME_MAX)
    // Removes half of a surrogate pair that `slice` has cut.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();

export const street = requiredLine("Street Address", 300);

export const city = requiredLine("City", 100);

export const state = requiredLine("State", 100);

export const country = requiredLine("Country", 100);

export const optionalCountry = optionalLine("Country", 100);

const MAX_PHONE_LENGTH = 40;

const tenDigits = v.pipe(
  v.string(),
  v.transform(readPhoneNumber),
  // An empty text is accepted here: `requiredLine` reports it, and `optionalLine` allows it.
  v.regex<string, string>(/^(\d{10})?$/, "Phone Number must be 10 digits"),
);

/** A phone number in any common format, stored as ten digits (§5, D53). */
export const requiredPhoneNumber = v.pipe(requiredLine("Phone Number", MAX_PHONE_LENGTH), tenDigits);

export const optionalPhoneNumber = v.pipe(optionalLine("Phone Number", MAX_PHONE_LENGTH), tenDigits);

function readPhoneNumber(text: string): string {
  const digits = toLatinDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, "");
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(digits)?.[1] ?? text;
}

export const COURIER_CALLS = "The courier will call this number.";

const INVALID_EMAIL = "Invalid email format";

/** The error message for the owner and the staff. Shoppers see `INVALID_EMAIL`, the specification's text. */
export const ENTER_EMAIL = "Enter an e-mail address like asha@example.com.";

/** E-mail addresses as in the HTML standard, but the host must contain a dot, as domains on the internet do. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** An e-mail address (§5). A host in a non-Latin script is converted to ASCII, because mail servers need that. */
export const email = v.pipe(
  requiredLine("Email", 254),
  v.transform(readEmail),
  v.regex<string, string>(EMAIL, INVALID_EMAIL),
  v.maxLength(254, INVALID_EMAIL),
);

/** Returns an e-mail address for comparison: in lower case (D59), without invisible characters, with an ASCII host. */
export const toEmailKey = (input: string): string => readEmail(toPrintable(input)).toLowerCase();

function readEmail(input: string): string {
  const at = input.lastIndexOf("@");
  const host = input.slice(at + 1);
  // Convert only real host names: the URL parser also accepts other text, such as a host with a port.
  if (at === -1 || /^[\0-\x7F]*$/.test(host) || !/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(host))
    return input;
  try {
    return input.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return input;
  }
}
