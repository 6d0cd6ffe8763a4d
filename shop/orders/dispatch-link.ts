/** Where the owner marks one order as dispatched, by the link of its mail; `:link` is signed. */
export const DISPATCH_PATH = "/dispatch/:link";

/** Where the form of that page is posted: the link travels in its body. */
export const DISPATCH_FORM_PATH = "/dispatch";

/** So long a dispatch link works, unless the order has left or is wanted no more before. */
export const DISPATCH_LINK_DAYS = 7;
