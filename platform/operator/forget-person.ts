/** Data that identifies a person. When an account is deleted, the shop removes this data from stored texts. */
export interface Person {
  orderIds: readonly string[];
  names: readonly { firstName: string; lastName: string }[];
  emails: readonly string[];
  phoneNumbers: readonly string[];
  streets: readonly string[];
}

export interface PersonEraser {
  /** True if the text contains an e-mail address, phone number or order number of the person. */
  isAbout(text: string): boolean;
  /**
   * Replaces the full name, e-mail addresses and phone numbers. In a text about the person, also replaces the streets
   * and single words of the name and the streets. In other texts, the same words may mean something else, so they are
   * kept.
   */
  clean(text: string, isAboutThem: boolean): string;
  /** A PostgreSQL pattern that matches every text that `isAbout` accepts or `clean` changes. */
  sqlPattern: string;
}

const STRUCK = "deleted";

/** Parts of a name or street with fewer letters are common words, so they are not removed. */
const SHORTEST_WORD = 3;

/** `sources` are the person's data from different places, such as the orders. */
export function createForget(...sources: readonly Person[]): PersonEraser {
  const orderIds = sources.flatMap((source) => source.orderIds);
  const names = sources.flatMap((source) => source.names);
  const streets = sources.flatMap((source) => source.streets);
  const fullNames = names
    .filter(({ firstName, lastName }) => firstName.trim() !== "" && lastName.trim() !== "")
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const words = [...names.flatMap(({ firstName, lastName }) => [firstName, lastName]), ...streets]
    .flatMap((text) => text.match(/[\p{L}\p{M}']+/gu) ?? [])
    .concat(streets)
    .filter((word) => word.trim().length >= SHORTEST_WORD);
  // Also matches a phone number with spaces or hyphens between its digits.
  const phones = sources
    .flatMap((source) => source.phoneNumbers)
    .flatMap((number) => number.match(/\d/g)?.slice(-10).join("[ -]?") ?? []);
  const mailboxes = sources.flatMap((source) => source.emails).filter((email) => email !== "");
  const everywhere = toRegExp([...[...mailboxes, ...fullNames].map(toWholeWords), ...phones]);
  const parts = toRegExp(words.map(toWholeWords));
  const unique = toRegExp([...mailboxes.map(toWholeWords), ...phones, ...orderIds.map(toPattern)]);
  return {
    isAbout: (text) => text.search(unique) !== -1,
    clean(text, isAboutThem) {
      const withoutFacts = text.replaceAll(everywhere, STRUCK);
      return isAboutThem ? withoutFacts.replaceAll(parts, STRUCK) : withoutFacts;
    },
    sqlPattern: [...[...mailboxes, ...fullNames, ...orderIds].map(toPattern), ...phones].join("|") || NOTHING,
  };
}

const NOTHING = "$.^";

/** Converts a text to a pattern for JavaScript and PostgreSQL. A space in it matches any white space. */
const toPattern = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`);

const toWholeWords = (text: string): string =>
  `(?<![\\p{L}\\p{M}\\p{N}])${toPattern(text)}(?![\\p{L}\\p{M}\\p{N}])`;

function toRegExp(patterns: readonly string[]): RegExp {
  // Longer patterns come first, so that the whole text is removed before a part of it matches.
  const longestFirst = patterns.toSorted((first, other) => other.length - first.length);
  return new RegExp(longestFirst.join("|") || NOTHING, "giu");
}
