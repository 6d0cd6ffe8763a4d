/** Most products that the search drawer shows below its fixed list. */
export const FOUND_AT_MOST = 6;

/** One letter alone finds everything, so it finds nothing. */
export const SEARCH_FROM_LETTERS = 2;

/** The typing must have rested for so long before the shop is asked, in milliseconds. */
export const SEARCH_AFTER_TYPING_MS = 250;

/** Maximum length of a search; longer ones are cut, because nobody types them. */
const SEARCH_UP_TO_LETTERS = 60;

/** A text is cut to this length before its words are looked at, so that a very long one costs nothing. */
const READ_UP_TO_LETTERS = 4 * SEARCH_UP_TO_LETTERS;

/** A search text in its plain form: lower case without accents, single spaces, not too long. Equal searches are equal texts. */
export const searchText = (text: string): string =>
  splitIntoWords(text.slice(0, READ_UP_TO_LETTERS).replaceAll(/(\d),(?=\d)/g, "$1"))
    .join(" ")
    .slice(0, SEARCH_UP_TO_LETTERS)
    .trim();

/** True if the text has enough letters to be searched for. */
export const isSearch = (text: string): boolean => searchText(text).length >= SEARCH_FROM_LETTERS;

/** The words of a search as the shopper wrote them, for a title: without line breaks, not too long. */
export const trimSearch = (text: string): string =>
  text.slice(0, READ_UP_TO_LETTERS).split(/\s+/).join(" ").trim().slice(0, SEARCH_UP_TO_LETTERS).trim();

/** The words of a text in their plain form. */
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

/** The collections that a text may mean: each of its words begins one of the name. All of them before anything is typed. */
export const searchCollections = (names: readonly string[], text: string): string[] =>
  names.filter((name) =>
    splitIntoWords(text).every((typed) => {
      const meant = GIFT.test(typed) ? "gift" : typed;
      return splitIntoWords(name).some((word) => word.startsWith(meant));
    }),
  );

const GIFT = /^(gift|present)/;
