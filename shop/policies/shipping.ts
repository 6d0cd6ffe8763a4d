import { type Paise, formatRupeesGrouped } from "#contract/money.ts";
import { policyTitles } from "./titles.ts";
import { type Policy, type PolicySeller, writeTo } from "./policy.ts";
import { formatBusinessDays, formatSpan, type Rules, STANDARD_RULES } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

/** Policy text only (D9): the checkout asks nothing for shipping. */
const FREE_SHIPPING_ABOVE: Paise = 200_000;

const wholeRupees = formatRupeesGrouped(FREE_SHIPPING_ABOVE).replace(/\.00$/, "");

/** One sentence a fact, each made from its number. */
export const writeShippingMessages = (rules: Rules) => ({
  processing: `Every order is checked by hand and packed within ${formatBusinessDays(rules.dispatchWithinDays)}.`,
  cutOff: `An order placed before ${rules.orderBefore} (Indian time) on a business day begins that day. One placed at ${rules.orderBefore} or later, or on ${describeRestDays(rules)}, begins on the next business day.`,
  businessDays: `Business days are ${formatWorkdays(rules)}. Public holidays can add a day.`,
  domestic: `Within India, delivery takes ${formatBusinessDays(rules.deliverWithinDays)} after your order has left the workshop.`,
  international: `Outside India, delivery takes ${formatBusinessDays(rules.deliverAbroadWithinDays)}.`,
  free: `Shipping is free on domestic orders above ${wholeRupees}. Standard charges apply below that; for international orders the charges are computed at checkout.`,
  shownFirst: "You always see what applies to your order at checkout, before you pay.",
});

/** Shipping policy (§2.13, §9). */
export function writeShippingPolicy(seller: PolicySeller): Policy {
  const messages = writeShippingMessages(seller.rules);
  const { rules } = seller;
  return {
    title: policyTitles.shipping,
    lead: "We pack every piece with care. Here is how long that takes, and what shipping costs.",
    facts: [
      { figure: formatSpan(rules.dispatchWithinDays), label: "business days to prepare your order" },
      { figure: formatSpan(rules.deliverWithinDays), label: "business days on the way within India" },
      { figure: formatSpan(rules.deliverAbroadWithinDays), label: "business days to other countries" },
    ],
    sections: [
      {
        id: "processing",
        title: "Order processing",
        text: [messages.processing, messages.cutOff, messages.businessDays],
      },
      {
        id: "delivery",
        title: "Delivery times",
        text: [messages.domestic, messages.international],
      },
      {
        id: "charges",
        title: "Shipping charges",
        text: [messages.free, messages.shownFirst],
      },
      {
        id: "abroad",
        title: "Outside India",
        text: [
          `The checkout takes Indian addresses. If you live in another country, ${writeTo(seller)} before you order, and we will tell you what delivery costs.`,
        ],
      },
      {
        id: "following",
        title: "Following your parcel",
        text: [
          "Your order's page always shows how far it is. Once the courier has the parcel, its tracking number is there too.",
        ],
      },
      {
        id: "damage",
        title: "If something arrives damaged",
        text: [
          "Keep the packaging, take photos, and tell us at once. The return and refund policy says until when, and what happens next.",
        ],
      },
    ],
  };
}

/** `a weekend`, where the workshop is open from Monday to Friday. */
const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";
