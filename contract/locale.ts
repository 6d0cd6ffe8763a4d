export const SHOP_LOCALE = "en-IN";
