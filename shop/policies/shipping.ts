import { type Paise, formatRupeesGrouped } from "#contract/money.ts";
import { policyTitles } from "./titles.ts";
import { formatBusinessDays, type Policy, type PolicySeller, formatSpan, writeTo } from "./policy.ts";
import { CUT_OFF_HOUR, ON_THE_WAY, PROCESSING } from "./shipping-times.ts";

/** Policy text only (D9): the checkout asks nothing for shipping. */
const FREE_SHIPPING_ABOVE: Paise = 200_000;

const clock = `${CUT_OFF_HOUR}:00`;
const wholeRupees = formatRupeesGrouped(FREE_SHIPPING_ABOVE).replace(/\.00$/, "");

/** One sentence a fact, each made from its number. */
export const shippingMessages = {
  processing: `Every order is checked by hand and packed within ${formatBusinessDays(PROCESSING)}.`,
  cutOff: `An order placed before ${clock} (Indian time) on a business day begins that day. One placed at ${clock} or later, or on a weekend, begins on the next business day.`,
  businessDays: "Business days are Monday to Friday. Public holidays can add a day.",
  domestic: `Within India, delivery takes ${formatBusinessDays(ON_THE_WAY.domestic)} after your order has left the workshop.`,
  international: `Outside India, delivery takes ${formatBusinessDays(ON_THE_WAY.international)}.`,
  free: `Shipping is free on domestic orders above ${wholeRupees}. Standard charges apply below that; for international orders the charges are computed at checkout.`,
  shownFirst: "What applies to your order always stands at checkout, before you pay.",
} as const;

/** Shipping policy (§2.13, §9). */
export const writeShippingPolicy = (seller: PolicySeller): Policy => ({
  title: policyTitles.shipping,
  lead: "Wood travels well when it is packed with patience. This is how long that takes, and what it costs.",
  facts: [
    { figure: formatSpan(PROCESSING), label: "business days to prepare your order" },
    { figure: formatSpan(ON_THE_WAY.domestic), label: "business days on the way within India" },
    { figure: formatSpan(ON_THE_WAY.international), label: "business days to other countries" },
  ],
  sections: [
    {
      id: "processing",
      title: "Order processing",
      text: [shippingMessages.processing, shippingMessages.cutOff, shippingMessages.businessDays],
    },
    {
      id: "delivery",
      title: "Delivery times",
      text: [shippingMessages.domestic, shippingMessages.international],
    },
    {
      id: "charges",
      title: "Shipping charges",
      text: [shippingMessages.free, shippingMessages.shownFirst],
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
});
