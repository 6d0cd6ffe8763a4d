/** The language and region in which the shop writes, for texts, numbers and dates. */
export const SHOP_LOCALE = "en-IN";
