import type { Rules } from "./rules.ts";

/** The refund method for cash. Only the owner can send it (decision 056). */
export const CASH_GOES_BACK = "by UPI or bank transfer";

/** The sentence of the terms about when an order is paid and processed; it mentions cash if the shop accepts it. */
export const writePayment = ({ cashOnDelivery }: Rules): string =>
  cashOnDelivery
    ? "You pay right after placing an order, or in cash when it arrives, where the checkout offers that. We start on an order once it is paid, and on one to be paid in cash once you have confirmed it by the link in our e-mail. An order that is neither paid nor confirmed in time is cancelled automatically, and its pieces are on sale again."
    : "You pay right after placing an order, and we start on it once it is paid. An order that stays unpaid is cancelled automatically, and its pieces are on sale again.";

/** Describes the refund method, for the end of a sentence. */
export const writeRefundWay = ({ cashOnDelivery }: Rules): string =>
  `by the method you paid with${cashOnDelivery ? `; what you paid in cash comes ${CASH_GOES_BACK}` : ""}`;

/**
 * Returns the sentence about cash in the refund policy: that of the specification (§9) if the shop does not accept
 * cash.
 */
export const writeCashRefunds = ({ cashOnDelivery }: Rules): string =>
  cashOnDelivery
    ? "Did you pay in cash? Reply to our e-mail with your UPI address or bank account, so that we can send your refund there."
    : "Orders paid in cash on delivery are refunded by credit note only.";
