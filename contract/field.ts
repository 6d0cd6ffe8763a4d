import * as v from "valibot";
import type { FieldError } from "./errors.ts";
import { toLatinDigits } from "./text.ts";

/** Longest text of an ordinary field, in characters. */
const MOST = 200;

/**
 * A text that must be there, trimmed. Missing, null, empty or blank says '{Label} is required' (D53/54),
 * and only that: rules that follow let the empty text pass.
 */
export const requiredText = (label: string, most = MOST) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.trim(),
    v.nonEmpty(`${label} is required`),
    v.maxLength(most, `${label} must be at most ${most} characters`),
  );

/** A text that may be missing, null or empty; trimmed, and "" in each of these cases. */
export const optionalText = (label: string, most = MOST) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.trim(),
    v.maxLength(most, `${label} must be at most ${most} characters`),
  );

/** Longest phone number as people write one, in characters. */
const LONGEST_PHONE = 40;

/**
 * A phone number, the same wherever one is typed: taken as people paste it, kept as ten digits (§5, D53). The empty one
 * is another rule's.
 */
export const tenDigits = v.pipe(
  v.string(),
  v.transform(readPhoneNumber),
  v.regex<string, string>(/^(\d{10})?$/, "Phone Number must be 10 digits"),
);

/** A phone number that must be there. */
export const requiredPhoneNumber = v.pipe(requiredText("Phone Number", LONGEST_PHONE), tenDigits);

/** A phone number that may be missing, null or empty. */
export const optionalPhoneNumber = v.pipe(optionalText("Phone Number", LONGEST_PHONE), tenDigits);

/**
 * The ten digits of an Indian number as people paste it: with spaces, hyphens and brackets, with +91, 0091 or 0 before
 * it, in digits of any Indian script. Any other text stays as it is.
 */
function readPhoneNumber(text: string): string {
  const plain = toLatinDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, "");
  return /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(plain)?.[1] ?? text;
}

/** The reason for asking, below its field. */
export const COURIER_CALLS = "The courier calls it if nobody is at home.";

/** The error for a wrong e-mail address (§5). */
export const INVALID_EMAIL = "Invalid email format";

/** Everything a schema has against an input, field by field in the schema's order; empty when it is fine. */
export function findFieldErrors(schema: v.GenericSchema, input: unknown): FieldError[] {
  const result = v.safeParse(schema, input);
  return result.success
    ? []
    : result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message }));
}
