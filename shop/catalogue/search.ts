/** Maximum number of products that the search drawer shows below its fixed list. */
export const FOUND_AT_MOST = 6;

/** Minimum number of letters; a single letter would match almost everything. */
export const SEARCH_FROM_LETTERS = 2;

/** Pause in typing before the shop is queried, in milliseconds. */
export const SEARCH_AFTER_TYPING_MS = 250;

/** Maximum length of a search; longer ones are cut, because nobody types them. */
const SEARCH_UP_TO_LETTERS = 60;

/** Maximum length that is split into words, so that a long text costs nothing. */
const READ_UP_TO_LETTERS = 4 * SEARCH_UP_TO_LETTERS;

/**
 * Normalizes a search text: lower case without accents, single spaces, shortened. Equal searches become equal texts.
 */
export const searchText = (text: string): string =>
  splitIntoWords(text.slice(0, READ_UP_TO_LETTERS).replaceAll(/(\d),(?=\d)/g, "$1"))
    .join(" ")
    .slice(0, SEARCH_UP_TO_LETTERS)
    .trim();

/** True if the text has enough letters to be searched for. */
export const isSearch = (text: string): boolean => searchText(text).length >= SEARCH_FROM_LETTERS;

/** Returns the searched words for a title: without line breaks, shortened. */
export const trimSearch = (text: string): string =>
  text.slice(0, READ_UP_TO_LETTERS).split(/\s+/).join(" ").trim().slice(0, SEARCH_UP_TO_LETTERS).trim();

export const splitIntoWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/['’\u200C\u200D]/g, "")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replaceAll(/\p{M}/gu, ""))
    .filter(Boolean);

/** True if a shopper searches for a gift, independent of the owner's collections. */
export const isGiftSearch = (text: string): boolean => splitIntoWords(text).some((word) => GIFT.test(word));

/**
 * Returns the collections that a text may mean: each word is a prefix of a word in the name. All of them for an empty
 * text.
 */
export const searchCollections = (names: readonly string[], text: string): string[] =>
  names.filter((name) =>
    splitIntoWords(text).every((searchWord) => {
      const prefix = GIFT.test(searchWord) ? "gift" : searchWord;
      return splitIntoWords(name).some((word) => word.startsWith(prefix));
    }),
  );

const GIFT = /^(gift|present)/;
