import * as v from "valibot";
import type { FieldError } from "./errors.ts";

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

/** Everything a schema has against an input, field by field in the schema's order; empty when it is fine. */
export function findFieldErrors(schema: v.GenericSchema, input: unknown): FieldError[] {
  const result = v.safeParse(schema, input);
  return result.success
    ? []
    : result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? "", message: issue.message }));
}
