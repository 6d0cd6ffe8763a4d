import { TOO_MANY_REQUESTS } from "#contract/errors.ts";

export const BACK_IN_STOCK_PATH = "/back-in-stock";

/** The number of customers who get a mail for each new piece in stock: more than one, because some do not buy. */
export const MAILS_PER_PIECE = 3;

export const backInStockMessages = {
  heading: "Notify me when it is back",
  label: "Your e-mail address",
  send: "Notify me",
  consent: "We'll e-mail you once, when it is back in stock.",
  /** The reply is the same for every e-mail address, so that it does not reveal which addresses are stored. */
  saved:
    "Thank you. We'll e-mail you when this piece is back. If we've e-mailed you about it before, use the link in that e-mail to be notified again.",
  inStock: "Good news: it's back in stock. Please reload the page.",
  noProduct: "This piece is no longer in the shop.",
  notSaved: "Something went wrong. Please try again in a moment.",
  tooMany: TOO_MANY_REQUESTS,
} as const;
