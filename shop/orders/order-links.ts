/** The page that shows an order without login. A signed link opens it. */
export const TRACKING_PATH = "/track";

/** The purpose of a tracking link. The signature includes it, so a link for another purpose does not open the page. */
export const TRACKING_LINK = "order-tracking";

/** The number of days that a tracking link works after the last change of its order. */
export const TRACKING_DAYS = 90;

export const ORDER_PAYMENT_PATH = "/pay-order";

export const ORDER_PAYMENT_LINK = "order-payment";

/** The number of hours that an unpaid phone order reserves its pieces, unless the owner changes it. */
export const PHONE_ORDER_HOURS = 24;

export const MAX_PHONE_ORDER_HOURS = 72;
