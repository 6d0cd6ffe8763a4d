import { policyTitles } from "./titles.ts";
import { type Policy, type PolicySeller, writeTo } from "./policy.ts";
import { writeReturnMessages } from "./returns.ts";

/** City where disputes are decided, from the owner's file (§9); without one, that of the seller's office. */
const writeJurisdiction = ({ jurisdictionCity }: Pick<PolicySeller, "jurisdictionCity">): string =>
  jurisdictionCity === null
    ? "Disputes are under the jurisdiction of the courts of the city of our registered office."
    : `Disputes are under the jurisdiction of the courts of ${jurisdictionCity}.`;

/** Terms and conditions (§2.13, §9). */
export function writeTerms(seller: PolicySeller): Policy {
  const messages = writeReturnMessages(seller.rules);
  return {
    title: policyTitles.terms,
    lead: `What you can expect when you buy from ${seller.tradeName}, and what we expect in return.`,
    facts: [],
    sections: [
      {
        id: "who",
        title: "Who you buy from",
        text: [
          `You buy from ${seller.tradeName}. By placing an order you accept these terms, as they are on the day of the order.`,
        ],
      },
      {
        id: "products",
        title: "The pieces",
        text: [
          "Every piece is made of solid wood by hand. Sizes are given in inches and can differ by a few millimetres; grain and shade differ from piece to piece, and from the photographs.",
          "Some pieces are made in limited numbers. The shop shows when few are left.",
        ],
      },
      {
        id: "prices",
        title: "Prices and taxes",
        text: [
          `Prices are in Indian rupees. CGST of ${seller.taxRates.cgst}% and SGST of ${seller.taxRates.sgst}% are added in your cart, and you see the amount payable before you order.`,
          "If a price changes while a piece is in your bag, we show you the new one before you order.",
        ],
      },
      {
        id: "orders",
        title: "Orders and payment",
        text: [
          "You pay right after placing an order, and we start on it once it is paid. An order that stays unpaid is cancelled automatically, and its pieces are on sale again.",
          "Your invoice is on the page of your order.",
        ],
      },
      {
        id: "shipping",
        title: "Shipping, returns and refunds",
        text: [
          "The shipping policy and the return and refund policy are part of these terms.",
          `${messages.customized} ${messages.onSale}`,
        ],
      },
      {
        id: "account",
        title: "Your account",
        text: [
          "Keep your password to yourself, and tell us when somebody else has used your account. Orders placed with it count as yours until you do.",
        ],
      },
      {
        id: "words",
        title: "What you write to us",
        text: [
          "A testimonial is shown in the shop with your first name and an initial. We may take one down. We use your messages to answer you, your newsletter address for the newsletter, and an address left at a sold-out piece for one mail when it is back; none of them for anything else.",
          `If you want something of yours removed, ${writeTo(seller)}.`,
        ],
      },
      {
        id: "pictures",
        title: "Pictures and texts",
        text: [
          "The photographs, films and texts of this shop are ours. Please ask before you use them elsewhere.",
        ],
      },
      {
        id: "law",
        title: "Law and jurisdiction",
        text: [`Indian law applies. ${writeJurisdiction(seller)}`],
      },
    ],
  };
}
