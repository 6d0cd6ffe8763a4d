import { links } from "#contract/links.ts";

/** The most products in the search drawer, below its fixed list of kinds. */
export const MAX_SEARCH_RESULTS = 6;

/** A single letter would match almost everything. */
export const MIN_SEARCH_LENGTH = 2;

/** Time in ms after the last key press before the search request is sent. */
export const SEARCH_AFTER_TYPING_MS = 250;

const SEARCH_UP_TO_LETTERS = 60;

/** A search reads at most this many letters, which limits the work for very long texts. */
const READ_UP_TO_LETTERS = 4 * SEARCH_UP_TO_LETTERS;

/** Converts a text to lower case without accents. Equivalent searches become equal. */
export const searchText = (text: string): string =>
  splitIntoWords(text.slice(0, READ_UP_TO_LETTERS).replaceAll(/(\d),(?=\d)/g, "$1"))
    .join(" ")
    .slice(0, SEARCH_UP_TO_LETTERS)
    .trim();

export const isSearch = (text: string): boolean => searchText(text).length >= MIN_SEARCH_LENGTH;

/** Returns the search text for display: one line with single spaces, cut to the maximum length. */
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

export const isGiftSearch = (text: string): boolean => splitIntoWords(text).some((word) => GIFT.test(word));

/** Finds the pages for a search that is about a service, such as `track order` or `return policy`. */
export const findHelpPages = (text: string): { label: string; href: string }[] =>
  isGiftSearch(text)
    ? []
    : helpPages.filter(({ words }) => splitIntoWords(text).some((word) => words.test(word)));

/** Finds the collections in whose name each searched word begins a word. An empty text matches all. */
export const searchCollections = (names: readonly string[], text: string): string[] =>
  names.filter((name) =>
    splitIntoWords(text).every((searchWord) => {
      const prefix = GIFT.test(searchWord) ? "gift" : searchWord;
      return splitIntoWords(name).some((word) => word.startsWith(prefix));
    }),
  );

const GIFT = /^(gift|present)/;

const helpPages = [
  { words: /^(track|tracking|orders?|parcel|invoice|cancel)$/, label: "Track an order", href: links.orders },
  {
    words: /^(returns?|refunds?|exchange|replacement|warranty)$/,
    label: "Returns and refunds",
    href: links.refundPolicy,
  },
  {
    words: /^(shipping|delivery|courier|cod|pincode)$/,
    label: "Shipping and delivery",
    href: links.shippingPolicy,
  },
  { words: /^(contact|phone|whatsapp|help|store|address)$/, label: "Contact us", href: links.contact },
  { words: /^(care|oiling|wash|washing|clean|cleaning)$/, label: "Care guide", href: links.care },
];
