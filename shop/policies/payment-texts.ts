import type { Rules } from "./rules.ts";

/** The way in which orders paid in cash are refunded (decision 056). */
export const CASH_REFUND_METHOD = "by UPI or bank transfer";

/** Returns the sentences of the terms about when an order must be paid. */
export const writePayment = ({ cashOnDelivery }: Rules): string =>
  cashOnDelivery
    ? "You pay right after placing an order, or in cash when it arrives if the checkout offers this. We start on an order once it is paid. If you pay in cash, we start once you have confirmed the order with the link in our e-mail. An order that is neither paid nor confirmed in time is cancelled automatically, and its pieces are on sale again."
    : "You pay right after placing an order, and we start on it once it is paid. An order that stays unpaid is cancelled automatically, and its pieces are on sale again.";

/** Returns how refunds are paid, as the end of a sentence. */
export const writeRefundWay = ({ cashOnDelivery }: Rules): string =>
  `by the method you paid with${cashOnDelivery ? `; what you paid in cash comes ${CASH_REFUND_METHOD}` : ""}`;

/** Returns the refund policy's sentence about cash payments: the sentence of §9 if the shop accepts no cash. */
export const writeCashRefunds = ({ cashOnDelivery }: Rules): string =>
  cashOnDelivery
    ? "Did you pay in cash? Reply to our e-mail with your UPI ID or bank account, so that we can send your refund there."
    : "Orders paid in cash on delivery are refunded by credit note only.";
