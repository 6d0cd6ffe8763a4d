/** Where an order can be followed without logging in; `:link` is signed. */
export const TRACKING_PATH = "/track/:link";

/** So long after the last news of its order a tracking link works. */
export const TRACKING_DAYS = 90;
