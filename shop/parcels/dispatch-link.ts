/** Where the owner marks one order as dispatched, by the signed link of its mail. */
export const DISPATCH_PATH = "/dispatch";

/** So long a dispatch link works, unless the order has left or is wanted no more before. */
export const DISPATCH_LINK_DAYS = 7;
