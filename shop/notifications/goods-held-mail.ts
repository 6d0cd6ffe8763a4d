import { type LapsePattern, describeLapses, UNPROVEN_HOLD_MINUTES } from "#shop/checkout/holds.ts";
import type { MailContent } from "./mail.ts";

interface HeldGoods {
  productId: string;
  title: string;
  pattern: LapsePattern;
  lapsed: number;
}

/** To the owner: orders of the same goods lapse unpaid again and again (T35). */
export const writeGoodsHeldMail = ({ productId, title, pattern, lapsed }: HeldGoods): MailContent => ({
  subject: `Unpaid orders of ${title} lapse again and again`,
  preview: "Its pieces may be held back on purpose.",
  heading: "Pieces may be held back on purpose",
  paragraphs: [
    `${title} (${productId}): ${describeLapses(pattern, lapsed)}.`,
    `The shop gives whoever does this fewer pieces and less time each time, new customers ${UNPROVEN_HOLD_MINUTES} minutes at first, and then none for a day. All customers who have not confirmed their e-mail address can hold only a part together. The pieces are on sale again.`,
    "If it goes on: 'npm run shop -- orders list --status Pending' shows the orders that wait to be paid, 'orders show' whose they are, and 'orders set-status … Cancelled' frees their pieces at once. Somebody who wants to buy and cannot pay may need your help: write to them.",
  ],
  facts: [],
  why: "You get this mail because warnings about the shop come to this address (MAIL_TO).",
});
