import { parseNumber } from "./number.ts";

/**
 * Readers for the fields of responses of any backend (D101). They are hand-written, so that pages need no schema
 * library. Each accepts any value and returns its type.
 */

/** Returns the fields of an object, without those that are null; empty for any other value. */
export function readFields(input: unknown): Partial<Record<string, unknown>> {
  if (!isObject(input)) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a text, or a number as text; otherwise returns `fallback`. */
export function readText(value: unknown, fallback = ""): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : fallback;
}

/** Reads a finite number, or a text that contains one (D94); otherwise returns `fallback`. */
export function readNumber(value: unknown, fallback = 0): number {
  const number = typeof value === "string" ? parseNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : fallback;
}

/** Reads an amount in rupees and returns paise, rounded and never negative. */
export const readAmount = (value: unknown, fallback = 0): number =>
  Math.round(Math.max(0, readNumber(value, fallback)) * 100) / 100;

/** Reads the public id from the first of its field names that has one (D20); empty if none has. */
export const readId = (...names: unknown[]): string =>
  names.map((name) => readText(name)).find(Boolean) ?? "";

/** Returns those of the named fields that the object has. */
export const pickFields = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [name, from[name]]).filter(([, value]) => value !== undefined),
  ) as Pick<T, Name>;

/** Reads each entry of a list. Skips entries that cannot be read; returns an empty list if the value is not a list. */
export const readEntries = <T>(value: unknown, readEntry: (entry: unknown, place: number) => T | null): T[] =>
  Array.isArray(value) ? value.map(readEntry).filter((entry): entry is Awaited<T> & T => entry !== null) : [];

/** Finds the list that is the response or one of the named fields; null if there is none. */
export function findList(body: unknown, ...names: string[]): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  const fields = readFields(body);
  return names.map((name) => fields[name]).find((value) => Array.isArray(value)) ?? null;
}

/** Accepts any response, for calls where only success matters. */
export const readNothing = (): { success: true } => ({ success: true });

/** Reads only the message; empty if there is none. */
export const readMessage = (body: unknown): { success: true; message: string } => ({
  success: true,
  message: readText(readFields(body)["message"]),
});
