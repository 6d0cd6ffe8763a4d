import * as v from "valibot";
import type { FieldError } from "./errors.ts";

const DEFAULT_MAX_LENGTH = 200;

/**
 * A required text, which is trimmed. A missing, null, empty or blank value gets only the error '{Label} is required'
 * (D53/54). Checks added after this schema must accept "", so that an empty value gets no second error.
 */
export const requiredText = (label: string, maxLength = DEFAULT_MAX_LENGTH) =>
  v.pipe(
    v.nullish(v.string(`${label} must be text`), ""),
    v.trim(),
    v.nonEmpty(`${label} is required`),
    v.maxLength(maxLength, `${label} must be at most ${maxLength} characters`),
  );

/** An optional text, which is trimmed. A missing or null value becomes "". */
export const optionalText = (label: string, maxLength = DEFAULT_MAX_LENGTH) =>
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
