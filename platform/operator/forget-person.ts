/** Data that identifies a person. When an account is deleted, the shop removes this data from stored texts. */
export interface Person {
  orderIds: readonly string[];
  names: readonly { firstName: string; lastName: string }[];
  emails: readonly string[];
  phoneNumbers: readonly string[];
  streets: readonly string[];
}

export interface PersonEraser {
  /** True if the text may contain a full name, e-mail address, phone number, street or order number of the person. */
  mayName(text: string): boolean;
  /** Replaces the personal data in the text. With `isAboutThem`, also replaces parts of the name and the street. */
  clean(text: string, isAboutThem?: boolean): string;
  /** A PostgreSQL pattern that matches every text that `mayName` accepts, and possibly a few more. */
  sqlPattern: string;
}

const STRUCK = "deleted";

/** Shorter parts of a name or street are common words, so they are not removed. */
const SHORTEST_WORD = 3;

export function createForget({ orderIds, names, emails, phoneNumbers, streets }: Person): PersonEraser {
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
    // Also matches a phone number with spaces or hyphens between its digits.
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

const NOTHING = "$.^";

/** The pattern works in JavaScript and PostgreSQL. A space matches any white space. */
const toPattern = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`);

function toRegExp(patterns: readonly string[]): RegExp {
  // Longer patterns come first, so that the whole text is removed before a part of it matches.
  const longestFirst = patterns.toSorted((first, other) => other.length - first.length);
  return new RegExp(longestFirst.join("|") || NOTHING, "giu");
}
