import { toPrintable } from "./text.ts";

/** The last name that is stored for a person with only one name, because forms require both names (§2.8, §2.9). */
const NO_LAST_NAME = ".";

export const UNKNOWN_USER = "Unknown User";

export const ONE_NAME_ONLY = "No last name? Enter a dot.";

/** Formats a full name, `Asha Patel`, or a single name: `Asha`. */
export const formatName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, dropPlaceholder(lastName)].filter(Boolean).join(" ");

const dropPlaceholder = (lastName: string): string => (/^[\p{P}\p{S}\s]*$/u.test(lastName) ? "" : lastName);

/** Splits a full name. The last word is the last name; a single word gets the placeholder as its last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = toPrintable(name).split(" ");
  return {
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? NO_LAST_NAME,
  };
}
