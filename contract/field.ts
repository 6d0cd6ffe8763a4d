import * as v from "valibot";
import type { FieldError } from "./errors.ts";

/** The default maximum length in characters. */
const MOST = 200;

/**
 * A required text, which is trimmed. A missing, null, empty or blank value has only one error: '{Label} is required'
 * (D53/54). So the rules that follow must accept the empty text.
 */
export const requiredText = (label: string, maxLength = MOST) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.trim(),
    v.nonEmpty(`${label} is required`),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

/** An optional text, which is trimmed. A missing or null value becomes "". */
export const optionalText = (label: string, maxLength = MOST) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.trim(),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

/** Returns all errors of an input in the order of the schema. */
export function findFieldErrors(schema: v.GenericSchema, input: unknown): FieldError[] {
  const result = v.safeParse(schema, input);
  return result.success
    ? []
    : result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message }));
}
