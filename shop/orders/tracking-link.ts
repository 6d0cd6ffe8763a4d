/** Where an order can be followed without logging in, by a signed link. */
export const TRACKING_PATH = "/track";

/** So long after the last news of its order a tracking link works. */
export const TRACKING_DAYS = 90;
