/** Everything that the shop has stored about a person to be forgotten, by kind. */
export interface Person {
  orderIds: readonly string[];
  names: readonly { firstName: string; lastName: string }[];
  emails: readonly string[];
  phoneNumbers: readonly string[];
  streets: readonly string[];
}

/** Removes personal data from texts written by people. */
export interface Forget {
  /** True if the text may contain personal data: a unique value of the person, or one of their orders. */
  mayName(text: string): boolean;
  /**
   * Returns the text without personal data. In a text about one of their orders, parts of name and street are removed
   * too.
   */
  clean(text: string, isAboutThem?: boolean): string;
  /** A regular expression of PostgreSQL that finds the texts which `mayName` accepts, and some more. */
  sqlPattern: string;
}

const STRUCK = "deleted";

/** Shorter parts of a name or street are common words. */
const SHORTEST_WORD = 3;

export function createForget({ orderIds, names, emails, phoneNumbers, streets }: Person): Forget {
  const phrases = [
    ...emails,
    ...names.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    ...streets,
  ].filter((phrase) => phrase.trim().length >= SHORTEST_WORD);
  const words = [...names.flatMap(({ firstName, lastName }) => [firstName, lastName]), ...streets]
    .flatMap((text) => text.match(/[\p{L}\p{M}']+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST_WORD);
  const identifying = [
    ...phrases.map(toPattern),
    // A phone number may contain spaces and hyphens.
    ...phoneNumbers.filter(Boolean).map((number) => number.match(/\d/g)?.slice(-10).join("[ -]?") ?? ""),
  ].filter(Boolean);
  const personalWords = words.map(
    (word) => `(?<![\\p{L}\\p{M}\\p{N}])${toPattern(word)}(?![\\p{L}\\p{M}\\p{N}])`,
  );
  const [identifyingPattern, parts] = [toRegExp(identifying), toRegExp(personalWords)];
  const mentioned = toRegExp([...identifying, ...orderIds.map(toPattern)]);
  return {
    mayName: (text) => text.search(mentioned) !== -1,
    clean(text, isAboutThem = false) {
      const withoutFacts = text.replaceAll(identifyingPattern, STRUCK);
      return isAboutThem ? withoutFacts.replaceAll(parts, STRUCK) : withoutFacts;
    },
    sqlPattern: [...identifying, ...orderIds.map(toPattern)].join("|") || NOTHING,
  };
}

/** Fits no text, in JavaScript and PostgreSQL. */
const NOTHING = "$.^";

/** Escapes the characters with a meaning in patterns of JavaScript and PostgreSQL. A space matches any white space. */
const toPattern = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`);

function toRegExp(patterns: readonly string[]): RegExp {
  // A longer text is struck out before its parts are.
  const longestFirst = patterns.toSorted((first, other) => other.length - first.length);
  return new RegExp(longestFirst.join("|") || NOTHING, "giu");
}
