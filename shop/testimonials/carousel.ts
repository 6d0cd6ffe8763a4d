/** The carousel shows one card at widths up to this, and four beyond (§2.4, §9). */
export const ONE_CARD_UP_TO_PX = 768;
const CARDS_WIDE = 4;

export const countCardsAtOnce = (isNarrow: boolean): number => (isNarrow ? 1 : CARDS_WIDE);

/** The last place the carousel goes to: count − 1 or count − 4, and never below 0 (§2.4). */
export const getLastIndex = (count: number, atOnce: number): number => Math.max(0, count - atOnce);

/** What is in its place until the list is there (§2.4). */
export const LOADING_MESSAGE = "Loading testimonials...";
