/** The locale of the shop's texts, numbers and dates. */
export const SHOP_LOCALE = "en-IN";
