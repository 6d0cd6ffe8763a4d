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
  shownFirst: "What applies to your order always stands at checkout, before you pay.",
});

/** Shipping policy (§2.13, §9). */
export function writeShippingPolicy(seller: PolicySeller): Policy {
  const messages = writeShippingMessages(seller.rules);
  const { rules } = seller;
  return {
    title: policyTitles.shipping,
    lead: "Wood travels well when it is packed with patience. This is how long that takes, and what it costs.",
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
          `The checkout takes Indian addresses. If your table stands in another country, ${writeTo(seller)} before you order, and we tell you what delivery costs there.`,
        ],
      },
      {
        id: "following",
        title: "Following your parcel",
        text: [
          "Your order page always shows where your order stands. Once the parcel is with the courier, you find its tracking number there too.",
        ],
      },
      {
        id: "damage",
        title: "If something arrives damaged",
        text: [
          "Keep the packaging, take photos, and tell us at once. The return and refund policy says until when, and how it goes on from there.",
        ],
      },
    ],
  };
}

/** `a weekend`, where the workshop is open from Monday to Friday. */
const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";
