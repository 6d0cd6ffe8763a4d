import { parseNumber } from "./number.ts";

/**
 * Functions that read fields from the responses of any backend (D101). They are hand-written, so that pages need no
 * schema library. Each function accepts any value and returns a value of its declared type.
 */

/** Returns the non-null fields of an object. Returns an empty object for any other value. */
export function readFields(input: unknown): Partial<Record<string, unknown>> {
  if (!isObject(input)) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a text, or a number converted to text; otherwise `fallback`. */
export function readText(value: unknown, fallback = ""): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : fallback;
}

/** Returns a finite number, which may be the content of a text (D94); otherwise `fallback`. */
export function readNumber(value: unknown, fallback = 0): number {
  const number = typeof value === "string" ? parseNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : fallback;
}

/**
 * Returns an amount in rupees, rounded to whole paise. Returns 0 for a negative amount, and `fallback` if there is no
 * number.
 */
export const readAmount = (value: unknown, fallback = 0): number =>
  Math.round(Math.max(0, readNumber(value, fallback)) * 100) / 100;

/** Returns the first value that is a non-empty id (D20), or an empty text if none is. */
export const readId = (...names: unknown[]): string =>
  names.map((name) => readText(name)).find(Boolean) ?? "";

/** Returns an object with only the named fields. Omits fields that are undefined. */
export const pickFields = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [name, from[name]]).filter(([, value]) => value !== undefined),
  ) as Pick<T, Name>;

/**
 * Converts each entry of a list with `readEntry` and omits the entries that convert to null. Returns an empty list if
 * the value is not a list.
 */
export const readEntries = <T>(value: unknown, readEntry: (entry: unknown, place: number) => T | null): T[] =>
  Array.isArray(value) ? value.map(readEntry).filter((entry): entry is Awaited<T> & T => entry !== null) : [];

/**
 * Returns the body if it is a list. Otherwise returns the first of the named fields that is a list, or null if there is
 * none.
 */
export function findList(body: unknown, ...names: string[]): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  const fields = readFields(body);
  return names.map((name) => fields[name]).find((value) => Array.isArray(value)) ?? null;
}

/** Accepts any response. Use it for calls where only success matters. */
export const readNothing = (): { success: true } => ({ success: true });

/** Returns the message of the response, which is empty if there is none. */
export const readMessage = (body: unknown): { success: true; message: string } => ({
  success: true,
  message: readText(readFields(body)["message"]),
});
