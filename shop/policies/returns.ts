import { formatCount } from "#contract/text.ts";
import { policyTitles } from "./titles.ts";
import { type Policy, type PolicySeller, writeTo } from "./policy.ts";
import {
  formatAnswerPromise,
  formatBusinessDays,
  formatDays,
  formatHours,
  formatSpan,
  type Rules,
} from "./rules.ts";

/** How to ask for a return on the order's page, and until when. */
const writeReturnPromise = ({ returnWithinDays }: Rules): string =>
  `On your order page, 'Return pieces' is open for ${formatDays(returnWithinDays)} after delivery.`;

/** One sentence a fact, each made from its number; empty where there is nothing to say. */
export const writeReturnMessages = (rules: Rules) => ({
  report: `Report damage or a defect by e-mail within ${formatHours(rules.reportDamageWithinHours)} of delivery, with photos.`,
  reply: `We reply within ${formatBusinessDays(rules.replyWithinDays)}.`,
  sendBack: `Once we have approved the return, send the piece back within ${formatDays(rules.returnWithinDays)}.`,
  asNew: "It must be unused and in its original packaging.",
  replacement: rules.replacement ? "A piece can be replaced only once per order." : "",
  refund: `Refunds reach you in ${formatBusinessDays(rules.refundWithinDays)}, by the method you paid with.`,
  cashOnDelivery: "Orders paid in cash on delivery are refunded by credit note only.",
  creditNote: `A credit note is valid for ${formatCount(rules.creditNoteMonths, "month")}.`,
  shippingCharges: "Shipping charges are not refunded.",
  beforeDispatch: "An order can be cancelled only before it is dispatched.",
  cancellationWindow: `On your order page, 'Cancel Order' is open for ${formatHours(rules.cancelWithinHours)} after you have placed the order.`,
  customized: "Customized products cannot be returned.",
  onSale: "Promotional and sale items are not eligible for return or refund.",
  warranty:
    rules.warrantyYears > 0
      ? `Every piece carries a ${rules.warrantyYears} year warranty. If one fails in ordinary use, write to us with photos and your order number.`
      : "",
});

/** Return and refund policy (§2.13, §9). */
export function returnPolicy(seller: PolicySeller): Policy {
  const { rules } = seller;
  const messages = writeReturnMessages(rules);
  return {
    title: policyTitles.returns,
    lead: "We check every piece before it leaves. If one reaches you damaged, here is how we put it right.",
    facts: [
      { figure: `${rules.reportDamageWithinHours} h`, label: "after delivery to report damage" },
      { figure: formatSpan(rules.replyWithinDays), label: "business days until we reply" },
      { figure: formatSpan(rules.refundWithinDays), label: "business days until your refund" },
    ],
    sections: [
      {
        id: "damage",
        title: "Damage and defects",
        text: [messages.report, `For that, ${writeTo(seller)}. Please send:`],
        points: [
          "your order number",
          "a photo of the whole piece, and one of the damage",
          "a photo of the parcel",
        ],
      },
      {
        id: "return",
        title: "Sending it back",
        text: [writeReturnPromise(rules), `${messages.reply} ${messages.sendBack}`, messages.asNew],
      },
      ...(messages.replacement
        ? [{ id: "replacement", title: "Replacement", text: [messages.replacement] }]
        : []),
      {
        id: "refund",
        title: "Refunds",
        text: [messages.refund],
        points: [messages.shippingCharges, messages.cashOnDelivery, messages.creditNote],
      },
      {
        id: "cancellation",
        title: "Cancelling an order",
        text: [messages.beforeDispatch, `${messages.cancellationWindow} ${formatAnswerPromise(rules)}.`],
      },
      {
        id: "exceptions",
        title: "What cannot be returned",
        text: ["Please choose these with care:"],
        points: [messages.customized, messages.onSale],
      },
      {
        id: "grain",
        title: "Grain and colour",
        text: [
          "No two boards are alike. Grain, knots and shade differ from the photographs, and oil darkens the wood with the years. This is the material, not a defect.",
        ],
      },
      ...(messages.warranty ? [{ id: "warranty", title: "Warranty", text: [messages.warranty] }] : []),
    ],
  };
}
