/** The page of the link in the mail. */
export const BACK_IN_STOCK_PATH = "/back-in-stock";

/** People who get the mail for each piece that came back: not everyone buys. */
export const MAILS_PER_PIECE = 3;

export const backInStockMessages = {
  heading: "Tell me when it is back",
  label: "Your e-mail address",
  send: "Tell me",
  consent: "One mail when it is back, and nothing else.",
  /** The same for everyone: it does not say whose address is known. */
  saved:
    "Thank you. One mail comes when this piece is back. If you have had that mail before, its link gets you another.",
  inStock: "Good news: it is back. Please reload the page.",
  noProduct: "This piece is no longer in the shop.",
  notSaved: "That did not work. Please try again in a moment.",
  tooMany: "That was many pieces in a short time. Please wait a little before the next one.",
} as const;
