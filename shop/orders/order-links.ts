/** The page on which an order is followed without logging in, opened by a signed link. */
export const TRACKING_PATH = "/track";

/** The purpose for which these links are signed. */
export const TRACKING_LINK = "order-tracking";

/** Number of days for which a tracking link works after the last change of its order. */
export const TRACKING_DAYS = 90;

/** The page on which a phone order is paid without logging in, opened by a signed link. */
export const ORDER_PAYMENT_PATH = "/pay-order";

/** The purpose for which these links are signed. */
export const ORDER_PAYMENT_LINK = "order-payment";

/** Hours for which an unpaid phone order reserves its pieces, long enough to find the mail. */
export const PHONE_ORDER_HOURS = 24;

/** The maximum that the owner can set, in hours: three days. */
export const MAX_PHONE_ORDER_HOURS = 72;
