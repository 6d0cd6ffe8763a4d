import { parseNumber } from "./number.ts";

/** Returns the fields of an object that are not null. Returns an empty object for any other value. */
export function readFields(input: unknown): Partial<Record<string, unknown>> {
  if (!isObject(input)) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** Returns an object without its fields that are null or undefined. */
export const omitAbsent = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value of an object's own key. Undefined for keys that every object inherits, such as `constructor`. */
export const getOwn = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Converts a text or number to text. Returns `fallback` for other values. */
export function readText(value: unknown, fallback = ""): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : fallback;
}

/** Returns the named fields of an object as texts. A missing field becomes an empty text. */
export function readTexts<Name extends string>(input: unknown, names: readonly Name[]) {
  const fields = readFields(input);
  return Object.fromEntries(names.map((name) => [name, readText(fields[name])])) as Record<Name, string>;
}

/** Converts a finite number, or a text with one (D94), to a number. Returns `fallback` for other values. */
export function readNumber(value: unknown, fallback = 0): number {
  const number = typeof value === "string" ? parseNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : fallback;
}

/** Returns an amount in rupees, rounded to whole paise and at least 0; `fallback` if `value` is not a number. */
export const readAmount = (value: unknown, fallback = 0): number =>
  Math.round(Math.max(0, readNumber(value, fallback)) * 100) / 100;

/** Returns the first value that is a non-empty id (D20), or an empty text. */
export const readId = (...names: unknown[]): string =>
  names.map((name) => readText(name)).find(Boolean) ?? "";

/** Returns an object with the fields `names`, but without undefined ones. */
export const pickFields = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [name, from[name]]).filter(([, value]) => value !== undefined),
  ) as Pick<T, Name>;

/** Converts each entry of a list and drops entries that become null. Returns [] if `value` is not a list. */
export const readEntries = <T>(value: unknown, readEntry: (entry: unknown, place: number) => T | null): T[] =>
  Array.isArray(value) ? value.map(readEntry).filter((entry): entry is Awaited<T> & T => entry !== null) : [];

/** Returns `body` if it is a list, or else the first of its fields `names` that is a list; null if there is none. */
export function findList(body: unknown, ...names: string[]): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  const fields = readFields(body);
  return names.map((name) => fields[name]).find((value) => Array.isArray(value)) ?? null;
}

/** Use this as `read` of endpoints whose response body does not matter. */
export const readNothing = (): { success: true } => ({ success: true });

export const readMessage = (body: unknown): { success: true; message: string } => ({
  success: true,
  message: readText(readFields(body)["message"]),
});
