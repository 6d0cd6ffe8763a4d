import { isWellFormedText, isSameText } from "#contract/text.ts";
import { CommandRefused, UsageError } from "#platform/operator/command.ts";
import type { Collection } from "./collections.ts";

const LONGEST = 100;

export function requireCollection(given = "", collections: readonly Collection[]): Collection {
  const found = collections.find((one) => isSameText(one.name, given));
  if (!found) throw new CommandRefused(`There is no collection "${given}". See: collections list`);
  return found;
}

export function parseCollectionName(given = "", others: readonly Collection[]): string {
  const name = toStorableText(given.trim());
  if (name === "") throw new UsageError("A collection needs a name.");
  if (others.some((one) => isSameText(one.name, name)))
    throw new CommandRefused(`There is a collection "${name}" already.`);
  return name;
}

export function toStorableText(text: string): string {
  if (!isWellFormedText(text) || text.length > LONGEST * 3)
    throw new UsageError("This text cannot be stored, or is too long for the menu.");
  return text;
}
