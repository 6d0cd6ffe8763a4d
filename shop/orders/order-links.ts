/** The page that shows an order without login. A signed link opens it. */
export const TRACKING_PATH = "/track";

/** The purpose of a tracking link. It is signed too, so a link for another purpose does not open the page. */
export const TRACKING_LINK = "order-tracking";

/** Days after the last change of the order for which its tracking link works. */
export const TRACKING_DAYS = 90;

export const ORDER_PAYMENT_PATH = "/pay-order";

export const ORDER_PAYMENT_LINK = "order-payment";

/** Hours for which an unpaid phone order reserves its pieces, unless the owner changes them. */
export const PHONE_ORDER_HOURS = 24;

export const MAX_PHONE_ORDER_HOURS = 72;
