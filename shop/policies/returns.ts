import { formatCount } from "#contract/text.ts";
import { policyTitles } from "./titles.ts";
import { RETURN_WITHIN_DAYS, returnPromise } from "./return-window.ts";
import { CANCELLATION_WINDOW_HOURS, decisionPromise } from "./cancellation.ts";
import {
  formatBusinessDays,
  type Policy,
  type PolicySeller,
  type Span,
  formatSpan,
  writeTo,
} from "./policy.ts";

/** Hours after delivery in which damage or a defect is to be reported (§9). */
const REPORT_WITHIN_HOURS = 24;

/** Business days until a report is answered (§9). */
const REPLY: Span = { least: 2, most: 3 };

/** How often one order can be replaced (§9). */
const REPLACEMENTS_PER_ORDER: number = 1;

/** Business days until the money is back (§9). */
const REFUND: Span = { least: 7, most: 10 };

/** Months a credit note can be used (§9). */
const CREDIT_NOTE_MONTHS = 2;

/** The service shown as '1 Year Warranty' (§9). */
export const WARRANTY_YEARS = 1;

/** One sentence a fact, each made from its number. */
export const returnMessages = {
  report: `Report damage or a defect by e-mail within ${REPORT_WITHIN_HOURS} hours of delivery, with photos.`,
  reply: `We reply within ${formatBusinessDays(REPLY)}.`,
  sendBack: `Once we have approved the return, send the piece back within ${formatCount(RETURN_WITHIN_DAYS, "day")}.`,
  asNew: "It must be unused and in its original packaging.",
  replacement: `A piece can be replaced only ${REPLACEMENTS_PER_ORDER === 1 ? "once" : `${REPLACEMENTS_PER_ORDER} times`} per order.`,
  refund: `Refunds reach you in ${formatBusinessDays(REFUND)}, by the method you paid with.`,
  cashOnDelivery: "Orders paid in cash on delivery are refunded by credit note only.",
  creditNote: `A credit note is valid for ${formatCount(CREDIT_NOTE_MONTHS, "month")}.`,
  shippingCharges: "Shipping charges are not refunded.",
  beforeDispatch: "An order can be cancelled only before it is dispatched.",
  cancellationWindow: `On your order page, 'Cancel Order' is open for ${CANCELLATION_WINDOW_HOURS} hours after you have placed the order.`,
  customized: "Customized products cannot be returned.",
  onSale: "Promotional and sale items are not eligible for return or refund.",
  warranty: `Every piece carries a ${WARRANTY_YEARS} year warranty. If one gives way in ordinary use, write to us with photos and your order number.`,
} as const;

/** Return and refund policy (§2.13, §9). */
export const returnPolicy = (seller: PolicySeller): Policy => ({
  title: policyTitles.returns,
  lead: "Each piece is looked at before it leaves us. Should one reach you damaged, this is how we put it right.",
  facts: [
    { figure: `${REPORT_WITHIN_HOURS} h`, label: "after delivery to report damage" },
    { figure: formatSpan(REPLY), label: "business days until we reply" },
    { figure: formatSpan(REFUND), label: "business days until your refund" },
  ],
  sections: [
    {
      id: "damage",
      title: "Damage and defects",
      text: [returnMessages.report, `For that, ${writeTo(seller)}. Please send:`],
      points: [
        "your order number",
        "a photo of the whole piece, and one of the damage",
        "a photo of the parcel",
      ],
    },
    {
      id: "return",
      title: "Sending it back",
      text: [returnPromise, `${returnMessages.reply} ${returnMessages.sendBack}`, returnMessages.asNew],
    },
    { id: "replacement", title: "Replacement", text: [returnMessages.replacement] },
    {
      id: "refund",
      title: "Refunds",
      text: [returnMessages.refund],
      points: [returnMessages.shippingCharges, returnMessages.cashOnDelivery, returnMessages.creditNote],
    },
    {
      id: "cancellation",
      title: "Cancelling an order",
      text: [returnMessages.beforeDispatch, `${returnMessages.cancellationWindow} ${decisionPromise}.`],
    },
    {
      id: "exceptions",
      title: "What cannot be returned",
      text: ["Please choose these with care:"],
      points: [returnMessages.customized, returnMessages.onSale],
    },
    {
      id: "grain",
      title: "Grain and colour",
      text: [
        "No two boards are alike. Grain, knots and shade differ from the photographs, and oil darkens the wood with the years. This is the material, not a defect.",
      ],
    },
    { id: "warranty", title: "Warranty", text: [returnMessages.warranty] },
  ],
});
