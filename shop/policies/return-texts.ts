import { CASH_REFUND_METHOD } from "./payment-texts.ts";
import { formatBusinessDays, formatHours, type Rules } from "./rules.ts";

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
