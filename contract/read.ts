import { parseNumber } from "./number.ts";

/**
 * How a field of an answer is read, whatever backend sent it (D101): by hand, so that no page carries a schema library.
 * Every one of these gives its type for any value at all.
 */

/** The fields of an object; none for anything else. A field that is null counts as absent. */
export function readFields(given: unknown): Partial<Record<string, unknown>> {
  if (!isObject(given)) return {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === "object" && given !== null && !Array.isArray(given);

/** A text, or a number as text; else `otherwise`. */
export function readText(given: unknown, otherwise = ""): string {
  if (typeof given === "string") return given;
  return typeof given === "number" ? String(given) : otherwise;
}

/** A finite number, or a text that is one (D94); else `otherwise`. */
export function readNumber(given: unknown, otherwise = 0): number {
  const number = typeof given === "string" ? parseNumber(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? number : otherwise;
}

/** An amount in rupees, rounded to the paisa and never below 0. */
export const readAmount = (given: unknown, otherwise = 0): number =>
  Math.round(Math.max(0, readNumber(given, otherwise)) * 100) / 100;

/** The public id, under the first of its names that has one (D20); empty when none has. */
export const readId = (...names: unknown[]): string =>
  names.map((name) => readText(name)).find(Boolean) ?? "";

/** These fields of an object, as far as it has them. */
export const pickFields = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [name, from[name]]).filter(([, value]) => value !== undefined),
  ) as Pick<T, Name>;

/** The entries of a list, read one by one; what cannot be read is left out, and what is not a list is empty. */
export const readEntries = <T>(given: unknown, read: (entry: unknown, place: number) => T | null): T[] =>
  Array.isArray(given) ? given.map(read).filter((entry): entry is Awaited<T> & T => entry !== null) : [];

/** The list that an answer is, or holds under one of these names; null when there is none. */
export function findList(body: unknown, ...names: string[]): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  const fields = readFields(body);
  return names.map((name) => fields[name]).find((value) => Array.isArray(value)) ?? null;
}

/** Reads nothing, for calls whose success is all that counts: their answer may be anything, also a text or nothing. */
export const readNothing = (): { success: true } => ({ success: true });

/** Reads only the message; it is empty when there is none. */
export const readMessage = (body: unknown): { success: true; message: string } => ({
  success: true,
  message: readText(readFields(body)["message"]),
});
