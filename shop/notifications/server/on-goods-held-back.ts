import { findProduct } from "#server/catalogue";
import { goodsHeldBack } from "#shop/orders/events.ts";
import { goodsHeldLetter } from "../goods-held-letter.ts";
import { ownersMailbox } from "./sender.ts";
import { writeOn } from "./write-to.ts";

/** Warns the owner; without an address the warning stands in the log and in `check`. */
export const onGoodsHeldBack = writeOn(goodsHeldBack, "goods-held", async (context, held) => {
  const to = ownersMailbox(context);
  const title = findProduct(context, held.productId)?.title ?? held.productId;
  return to === null ? null : { to, letter: goodsHeldLetter({ ...held, title }) };
});
