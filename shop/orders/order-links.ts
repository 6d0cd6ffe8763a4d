/** The page that shows an order without login, opened by a signed link. */
export const TRACKING_PATH = "/track";

/** The purpose of tracking links, which is signed too, so that a page rejects links for another purpose. */
export const TRACKING_LINK = "order-tracking";

/** Days for which a tracking link works after the last change of its order. */
export const TRACKING_DAYS = 90;

/** The page where a customer pays a phone order without login. */
export const ORDER_PAYMENT_PATH = "/pay-order";

export const ORDER_PAYMENT_LINK = "order-payment";

/** Hours for which an unpaid phone order reserves its pieces by default. */
export const PHONE_ORDER_HOURS = 24;

export const MAX_PHONE_ORDER_HOURS = 72;
