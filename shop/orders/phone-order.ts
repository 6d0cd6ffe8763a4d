/** Where an order taken by phone is paid without logging in; `:link` is signed. */
export const ORDER_PAYMENT_PATH = "/pay-order/:link";

/** Where the form of that page is posted: the link travels in its body. */
export const ORDER_PAYMENT_FORM_PATH = "/pay-order";

/** So long an order taken by phone holds its pieces unpaid: its customer has to find the mail first. */
export const PHONE_ORDER_HOURS = 24;

/** The owner may give more, up to three days. */
export const MOST_PHONE_ORDER_HOURS = 72;
