import SearchableMap from "minisearch/SearchableMap";
import { joinFirst } from "#contract/text.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { splitIntoWords } from "../../search.ts";
import { normalizeWord } from "../../search-words.ts";
import type { ProductList } from "./product-file.ts";

const namingFields = ["category", "subcategory", "materials"] as const;

export type KnownNames = Readonly<Record<(typeof namingFields)[number], readonly string[]>>;

/** Lists new categories, product types and woods, because a misspelt name becomes a new entry in menus and filters. */
export const listNewNames = ({ file, products }: ProductList, knownNames: KnownNames): FileError[] =>
  namingFields.flatMap((field) => {
    const existing = toUnique(knownNames[field]);
    const entered = toUnique(products.flatMap((each) => each[field]));
    const newNames = [...entered].flatMap(([plain, name]) => (existing.has(plain) ? [] : [name]));
    if (newNames.length === 0) return [];
    const message = `${describeNames(newNames, [...existing.values()])} ${newNames.length === 1 ? "is" : "are"} new in the shop. Check the spelling.`;
    return { file, where: "", field, message };
  });

const toUnique = (names: readonly string[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(names.filter(Boolean), (name) => name.trim().toLowerCase())].map(
      ([plain, [name = plain]]) => [plain, name],
    ),
  );

const MAX_NAMED = 20;

function describeNames(newNames: readonly string[], known: readonly string[]): string {
  const similarNames = new SearchableMap<string>();
  // Sorted, so that the same import always produces the same warning.
  for (const name of known.toSorted()) similarNames.set(toComparable(name), name);
  const described = newNames.map((name) => {
    const similar = findSimilar(similarNames, toComparable(name));
    similarNames.set(toComparable(name), name);
    return `"${name}"${similar === undefined ? "" : ` (similar to "${similar}")`}`;
  });
  // Names that are similar to others come first, because they are probably misspelt.
  const sorted = described.toSorted(
    (first, other) => Number(other.endsWith(")")) - Number(first.endsWith(")")),
  );
  return joinFirst(sorted, MAX_NAMED);
}

/** Returns for example `chopping board` for `Chopping Boards`, and `teak` for `Teak wood`. */
const toComparable = (name: string): string =>
  splitIntoWords(name)
    .map(normalizeWord)
    .filter((word) => word !== "wood" && word !== "wooden")
    .join(" ");

const LETTERS_FOR_EACH_ERROR = 4;
const MAX_ERRORS = 2;

function findSimilar(names: SearchableMap<string>, name: string): string | undefined {
  const maxErrors = Math.min(MAX_ERRORS, Math.floor(name.length / LETTERS_FOR_EACH_ERROR));
  const matches = [...names.fuzzyGet(name, maxErrors).values()];
  return matches.toSorted(([, first], [, other]) => first - other)[0]?.[0];
}
