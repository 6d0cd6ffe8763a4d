import fc from "fast-check";
import { junk, known, maze, number, type Schema, text } from "./hostile-values.ts";

/** Mostly what the schema asks for, here and there something else, missing or added. */
export function generateValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: generateProper(schema) }, { weight: 1, arbitrary: junk });
}

function generateProper(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties, items, anyOf, enum: choices, required } = schema as JsonSchema;
  if ("const" in schema) return fc.constant(schema["const"]);
  if (choices) return fc.constantFrom(...choices);
  if (anyOf?.length) return fc.oneof(...anyOf.map(generateProper));
  if (type === "array") return fc.array(items ? generateValue(items) : junk, { maxLength: 3 });
  if (type === "boolean") return fc.boolean();
  if (type === "number" || type === "integer") return number;
  if (type !== "object") return text;
  const fields = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, inner]) => [name, generateValue(inner)]),
  );
  const whole = fc.record(fields, { requiredKeys: required ?? [] });
  const added = fc.dictionary(
    fc.constantFrom("role", "paymentStatus", "userId", "isAdmin", "price", "\0", "__proto__"),
    junk,
    { maxKeys: 2 },
  );
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(whole, added).map(([one, other]) => ({ ...one, ...other })) },
  );
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  required?: string[];
}

/** Bodies that are not JSON, or none that a schema could want. */
export const tornBodies = fc.constantFrom(
  "",
  "{",
  "null",
  "1",
  '"x"',
  "[]",
  "{}{}",
  '{"__proto__":{"a":1}}',
  '{"a":NaN}',
  `{"a":${maze}}`,
  maze,
  `{"a":"${"x".repeat(70 * 1024)}"}`,
);

/** A part of a path or of a query, as it is in the address. */
export const addressText = fc.oneof(
  { weight: 6, arbitrary: known },
  { weight: 2, arbitrary: fc.constantFrom("bowl", "tray", "1", "2", "test", "24", "Bowl", "latest", "500") },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "%00",
      "%ed%9f%bf",
      "..%2f..",
      "%E0%A4%A",
      "%zz",
      "a".repeat(190),
      "a".repeat(300),
    ),
  },
);

/** Whether a value is as a schema of the document says; the first thing that is not, else null. */
export function findMismatch(value: unknown, schema: Schema, path = "body"): string | null {
  const { type, properties = {}, items, required = [] } = schema as JsonSchema;
  if ("const" in schema && value !== schema["const"]) return `${path} is not ${String(schema["const"])}`;
  if (type === "string" && typeof value !== "string") return `${path} is no text`;
  if (type === "array") {
    if (!Array.isArray(value)) return `${path} is no list`;
    return items ? findFirst(value.map((item, at) => findMismatch(item, items, `${path}.${at}`))) : null;
  }
  if (type !== "object") return null;
  if (typeof value !== "object" || value === null) return `${path} is no object`;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  const fields = value as Record<string, unknown>;
  return findFirst(
    Object.entries(properties).map(([name, inner]) =>
      Object.hasOwn(fields, name) ? findMismatch(fields[name], inner, `${path}.${name}`) : null,
    ),
  );
}

const findFirst = (found: readonly (string | null)[]): string | null =>
  found.find((one) => one !== null) ?? null;
