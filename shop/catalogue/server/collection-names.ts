import { isWellFormedText, sameText } from "#contract/text.ts";
import { CommandRefused } from "#platform/command.ts";
import type { Collection } from "./collections.ts";

const LONGEST = 100;

export function knownCollection(given = "", collections: readonly Collection[]): Collection {
  const found = collections.find((one) => sameText(one.name, given));
  if (!found) throw new CommandRefused(`There is no collection "${given}". See: collections list`);
  return found;
}

export function newCollectionName(given = "", others: readonly Collection[]): string {
  const name = storableText(given.trim());
  if (name === "") throw new CommandRefused("A collection needs a name.");
  if (others.some((one) => sameText(one.name, name)))
    throw new CommandRefused(`There is a collection "${name}" already.`);
  return name;
}

export function storableText(text: string): string {
  if (!isWellFormedText(text) || text.length > LONGEST * 3)
    throw new CommandRefused("This text cannot be stored, or is too long for the menu.");
  return text;
}
