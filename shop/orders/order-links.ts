/** Path of the page that shows an order without login. A signed link opens it. */
export const TRACKING_PATH = "/track";

/**
 * The purpose of tracking links. The signature includes it, so the page rejects links that were signed for another
 * purpose.
 */
export const TRACKING_LINK = "order-tracking";

/** Number of days for which a tracking link works after the last change of its order. */
export const TRACKING_DAYS = 90;

/** Path of the page where a customer pays a phone order without login. A signed link opens it. */
export const ORDER_PAYMENT_PATH = "/pay-order";

/** The purpose of payment links. The signature includes it. */
export const ORDER_PAYMENT_LINK = "order-payment";

/**
 * Number of hours for which an unpaid phone order reserves its pieces by default. The customer needs time to find the
 * e-mail.
 */
export const PHONE_ORDER_HOURS = 24;

/** Maximum number of hours that the owner can set for the payment of a phone order: three days. */
export const MAX_PHONE_ORDER_HOURS = 72;
