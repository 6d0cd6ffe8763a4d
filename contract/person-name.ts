import { toPrintable } from "./text.ts";

/** Stored as the last name of people with a single name, because forms require both names (§2.8, §2.9). */
const NO_LAST_NAME = ".";

/** The hint below the field Last Name. */
export const ONE_NAME_ONLY = "Only one name? Write a dot.";

/** `Asha Patel`; for a person with a single name, `Asha`. */
export const formatName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, dropPlaceholder(lastName)].filter(Boolean).join(" ");

/** Returns the last name; empty if only punctuation was typed. */
const dropPlaceholder = (lastName: string): string => (/^[\p{P}\p{S}\s]*$/u.test(lastName) ? "" : lastName);

/** Splits a name: the last word is the last name; a name of one word gets the placeholder. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = toPrintable(name).split(" ");
  return {
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? NO_LAST_NAME,
  };
}
