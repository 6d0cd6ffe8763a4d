import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { goodsHeldBack } from "#shop/orders/events.ts";
import { type ExpiryPattern, formatExpiries, UNPROVEN_HOLD_MINUTES } from "#shop/orders/holds.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { getOwnerMailbox } from "../sender.ts";

/** Not sent without an e-mail address of the owner: the warning is then only in the log and in `check`. */
export const goodsHeldMail = defineMail(
  goodsHeldBack,
  "goods-held",
  async (context, payload) => {
    const to = getOwnerMailbox(context);
    const title = findProductSummary(context, payload.productId)?.title ?? payload.productId;
    return to === null ? null : { to, mail: writeGoodsHeldMail({ ...payload, title }) };
  },
  {
    when: "orders of the same pieces expire unpaid again and again: to you (MAIL_TO)",
    sample: ({ products: [product] }) =>
      writeGoodsHeldMail({
        productId: product?._id ?? "everyday-bowl",
        title: product?.title ?? "Acacia Everyday Bowl",
        pattern: "customer",
        lapsed: 3,
      }),
  },
);

/** A mail to the owner: orders of the same product repeatedly expire unpaid (T35). */
function writeGoodsHeldMail({ productId, title, pattern, lapsed }: HeldGoods): MailContent {
  return {
    subject: `Unpaid orders of ${title} expire again and again`,
    preview: "Its pieces may be held back on purpose.",
    heading: "Pieces may be held back on purpose",
    paragraphs: [
      `${title} (${productId}): ${formatExpiries(pattern, lapsed)}.`,
      `The shop gives whoever does this fewer pieces and less time each time, new customers ${UNPROVEN_HOLD_MINUTES} minutes at first, and then none for a day. All customers who have not confirmed their e-mail address can hold only a part together. The pieces are on sale again.`,
      "If it goes on: 'npm run shop -- orders list --status Pending' shows the orders that wait to be paid, 'orders show' whose they are, and 'orders cancel … --reason …' frees their pieces at once. Somebody who wants to buy and cannot pay may need your help: write to them.",
    ],
    facts: [],
    why: "You get this mail because warnings about the shop go to this address (MAIL_TO).",
  };
}

interface HeldGoods {
  productId: string;
  title: string;
  pattern: ExpiryPattern;
  lapsed: number;
}
