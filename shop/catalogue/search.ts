import { links } from "#contract/links.ts";

/** The maximum number of products in the search drawer, below its list of subcategories. */
export const MAX_SEARCH_RESULTS = 6;

/** A single letter would match almost everything. */
export const MIN_SEARCH_LENGTH = 2;

/** Time in ms after the last key press before the search request is sent. */
export const SEARCH_AFTER_TYPING_MS = 250;

const SEARCH_UP_TO_LETTERS = 60;

/** Only this many letters of a search are processed, which limits the work for very long texts. */
const READ_UP_TO_LETTERS = 4 * SEARCH_UP_TO_LETTERS;

/** Returns a text in lower case, without accents, cut to the maximum length. Equivalent searches become equal. */
export const searchText = (text: string): string =>
  splitIntoWords(
    text
      .slice(0, READ_UP_TO_LETTERS)
      .replaceAll(/(\d),(?=\d)/g, "$1")
      .replaceAll(/\b(\d)\.(\d)k\b/gi, "$1$200"),
  )
    .join(" ")
    .slice(0, SEARCH_UP_TO_LETTERS)
    .trim();

export const isSearch = (text: string): boolean => searchText(text).length >= MIN_SEARCH_LENGTH;

/** Returns the search text for display: one line with single spaces, cut to the maximum length. */
export const trimSearch = (text: string): string =>
  text.slice(0, READ_UP_TO_LETTERS).split(/\s+/).join(" ").trim().slice(0, SEARCH_UP_TO_LETTERS).trim();

/**
 * Splits a text into lower-case words without accents or invisible characters. Keeps vowel signs of Indian scripts.
 * Replaces an emoji in `emojiWords` by its word and removes other emoji.
 */
export const splitIntoWords = (text: string): string[] =>
  text
    .replaceAll(/\p{Extended_Pictographic}/gu, (emoji) => ` ${emojiWords[emoji] ?? ""} `)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/['’\p{Cf}\p{Variation_Selector}\u0300-\u036F\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC]/gu, "")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);

const emojiWords: Readonly<Record<string, string>> = {
  "🎁": "gift",
  "🎂": "cake",
  "🍰": "cake",
  "🍕": "pizza",
  "🥗": "salad",
  "🧀": "cheese",
  "🍎": "fruit",
  "🍇": "fruit",
  "🍞": "bread",
  "🥖": "bread",
  "🥣": "bowl",
  "🍽": "plate",
  "🍴": "cutlery",
  "☕": "tea",
  "🍵": "tea",
  "🪔": "diwali",
};

export const isGiftSearch = (text: string): boolean => splitIntoWords(text).some((word) => GIFT.test(word));

/** Finds pages for a search about a service, such as `track order`. A `return gift` is not about returns. */
export const findHelpPages = (text: string): { label: string; href: string }[] =>
  helpPages.filter(
    ({ words, href }) =>
      splitIntoWords(text).some((word) => words.test(word)) &&
      !(isGiftSearch(text) && (href === links.refundPolicy || href === links.orders)),
  );

/** Returns the names in which each searched word is the beginning of a word. An empty text matches all names. */
export const searchCollections = (names: readonly string[], text: string): string[] =>
  names.filter((name) =>
    splitIntoWords(text).every((searchWord) => {
      const prefix = GIFT.test(searchWord) ? "gift" : searchWord;
      return splitIntoWords(name).some((word) => word.startsWith(prefix));
    }),
  );

const GIFT = /^(gift|present|tohfa|uphar|upahar|shagun|गिफ्ट|तोहफ|उपहार)/;

const helpPages = [
  {
    words: /^(track|tracking|orders?|parcel|invoice|bill|cancel|cancellation|status)$/,
    label: "Your orders",
    href: links.orders,
  },
  {
    words:
      /^(returns?|refunds?|exchange|replace|replacement|warranty|guarantee|damaged|defective|broken|wapas|wapsi|vapas)$/,
    label: "Returns and refunds",
    href: links.refundPolicy,
  },
  {
    words: /^(ship|shipping|charges?|deliver|delivers|delivered|delivery|courier|dispatch|cod|cash|pincode)$/,
    label: "Shipping and delivery",
    href: links.shippingPolicy,
  },
  {
    words:
      /^(contact|phone|whatsapp|email|complaint|complain|help|support|store|showroom|address|bulk|wholesale|custom|customi[sz]ed?|personali[sz]ed?|engraved?|engraving)$/,
    label: "Contact us",
    href: links.contact,
  },
  {
    words: /^(pay|payment|upi|gpay|paytm|emi|gst|gstin|faqs?|questions?|wrap|wrapping|safe|wet|toxic)$/,
    label: "Questions and answers",
    href: links.faq,
  },
  {
    words:
      /^(care|oil|oils|oiled|oiling|polish|polishing|maintain|maintenance|wash|washing|washable|clean|cleaner|cleaning|dishwasher|microwave|waterproof|stains?|mould|fungus|cracks?|cracked|dhona|dhone|dhote|dhoye|saaf)$/,
    label: "Care guide",
    href: links.care,
  },
  {
    words: /^(about|story|who|make|makers?|founders?|artisans?|karigar)$/,
    label: "Our Story",
    href: links.ourStory,
  },
];
