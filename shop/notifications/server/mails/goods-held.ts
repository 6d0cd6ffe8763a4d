import type { InferOutput } from "valibot";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { goodsHeldBack } from "#shop/orders/events.ts";
import { formatExpiries, UNVERIFIED_HOLD_MINUTES } from "#shop/orders/holds.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { getSampleProduct } from "../samples.ts";
import { getOwnerMailbox } from "../sender.ts";

/**
 * Warns the owner that unpaid orders may be blocking a product. The log and the command `check` contain this warning
 * even if no address of the owner is known.
 */
export const goodsHeldMail = defineMail(
  goodsHeldBack,
  "goods-held",
  async (context, payload) => {
    const to = getOwnerMailbox(context);
    const title = findProductSummary(context, payload.productId)?.title ?? payload.productId;
    return to === null ? null : { to, mail: writeGoodsHeldMail(payload, title) };
  },
  {
    when: "orders of the same product expire unpaid again and again; the e-mail goes to you (MAIL_TO)",
    sample: (sampleFacts) => {
      const { productId, title } = getSampleProduct(sampleFacts);
      return writeGoodsHeldMail({ productId, pattern: "customer", expired: 3 }, title);
    },
  },
);

function writeGoodsHeldMail(
  { productId, pattern, expired }: InferOutput<typeof goodsHeldBack.payload>,
  title: string,
): MailContent {
  return {
    subject: `Unpaid orders of ${title} expire again and again`,
    preview: "Somebody may be blocking the pieces of this product on purpose.",
    heading: "Somebody may be blocking your stock",
    paragraphs: [
      `${title} (${productId}): ${formatExpiries(pattern, expired)}.`,
      `The pieces are on sale again. After each unpaid order, the customer who placed it can reserve fewer of them, and for a shorter time. After several, this customer cannot reserve any for a day. A customer with an unconfirmed e-mail address has at most ${UNVERIFIED_HOLD_MINUTES} minutes to pay, and all these customers together can reserve only part of the stock.`,
      "If this continues, look at the unpaid orders to see who placed them, and cancel those that you do not trust. Their pieces are then on sale again at once. If somebody wants to buy but cannot pay, write to them.",
    ],
    facts: [],
    why: "You're receiving this e-mail because warnings about the shop are sent to this address (MAIL_TO).",
  };
}
