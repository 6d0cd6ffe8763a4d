import { type Paise, formatRoundRupees, toRupees } from "#contract/money.ts";
import { formatBusinessDays, formatHours, type Rules, STANDARD_RULES } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

/** Shipping is free above this amount in paise, according to the specification's policy text (D9). */
const FREE_SHIPPING_ABOVE: Paise = 200_000;

interface Fee {
  shippingFee?: number | undefined;
  freeShippingFrom?: number | undefined;
}

/** Returns the sentences about shipping charges: the specification's text if the owner has never set a fee (D104). */
export function writeShippingCharges(rules: Fee): string {
  const from = formatFreeFrom(rules);
  if (rules.shippingFee === 0) return "Shipping within India is free on every order.";
  if (rules.shippingFee !== undefined)
    return `Shipping within India costs ${formatRoundRupees(rules.shippingFee)} per order, plus GST at the same rates as the pieces.${from && ` It is free once the pieces come to ${from} before GST.`}`;
  return `Shipping is free on domestic orders above ${from}. Standard charges apply below that; for international orders the charges are computed at checkout.`;
}

/** Returns the sentence about refunds of shipping charges. Empty if shipping is always free (decision 061). */
export function writeShippingRefunds({ shippingFee }: Rules): string {
  if (shippingFee === 0) return "";
  return shippingFee === undefined
    ? "Shipping charges are not refunded."
    : "Shipping charges are only refunded if the whole order is cancelled or lost on the way.";
}

/** Returns the sentence on shipping charges for pages and offers (D104). */
export function writeShippingOffer(rules: Fee): string {
  if (!rules.shippingFee) return "Shipping is free on every order.";
  const from = formatFreeFrom(rules);
  return `Shipping costs ${formatRoundRupees(rules.shippingFee)} + GST ${from ? `and is free from ${from} before GST.` : "per order."}`;
}

/** Returns the title of the home page's note about shipping, whose text is `writeShippingOffer`. */
export function writeShippingTitle(rules: Fee): string {
  if (!rules.shippingFee) return "Free shipping";
  const from = formatFreeFrom(rules);
  return from ? `Free shipping from ${from}` : `Shipping for ${formatRoundRupees(rules.shippingFee)}`;
}

/** Returns `₹2,000`, the amount from which shipping is free. Empty if a fee is set without such an amount. */
export function formatFreeFrom({ shippingFee, freeShippingFrom }: Fee): string {
  if (shippingFee === undefined) return formatRoundRupees(toRupees(FREE_SHIPPING_ABOVE));
  return freeShippingFrom === undefined ? "" : formatRoundRupees(freeShippingFrom);
}

export const writeProcessing = (rules: Rules): string =>
  `Every order is checked by hand and packed within ${formatBusinessDays(rules.dispatchWithinDays)}.`;

/** Names the days off: `a weekend` if the workshop works from Monday to Friday; otherwise `another day`. */
export const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";

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

/** Returns the refund policy's sentence about cash payments. If the shop accepts no cash, it is the sentence of §9. */
export const writeCashRefunds = ({ cashOnDelivery }: Rules): string =>
  cashOnDelivery
    ? "Did you pay in cash? Reply to our e-mail about the refund with your UPI ID or bank account, so that we can send your refund there."
    : "Orders paid in cash on delivery are refunded by credit note only.";

/** Returns the sentence about returns of discounted pieces for pages, policies and offers (§9). */
export const writeReducedTerms = ({ replacement }: Pick<Rules, "replacement">, hasCoupon: boolean): string =>
  [
    "A discounted piece cannot be returned or refunded",
    replacement ? ", but we replace one that arrives damaged" : "",
    hasCoupon ? ". The coupon applies to discounted pieces too." : ".",
  ].join("");

/** Returns sentences about returns. A sentence that does not apply is empty. `cash` is set for a cash order. */
export const writeReturnMessages = (rules: Rules, cash?: object) => ({
  report: `Report damage or a defect by e-mail within ${formatHours(rules.reportDamageWithinHours)} of delivery, with photos.`,
  reply: `We reply within ${formatBusinessDays(rules.replyWithinDays)}.`,
  refund: `Refunds reach you in ${formatBusinessDays(rules.refundWithinDays)}, ${cash ? CASH_REFUND_METHOD : "by the method you paid with"}.`,
  refundTo: cash
    ? "Please reply to this e-mail with your UPI ID or bank account, so that we can send your refund there."
    : "",
  warranty:
    rules.warrantyYears > 0
      ? `Every piece carries a ${rules.warrantyYears} year warranty. If one fails in ordinary use, write to us with photos and your order number.`
      : "",
});
