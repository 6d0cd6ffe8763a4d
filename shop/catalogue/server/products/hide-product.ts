import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { withdrawStock } from "#shop/inventory/server/index.ts";
import { changeByHand } from "../catalogue-version.ts";
import { product } from "../tables.ts";

/**
 * Takes a product out of the shop by hand, or puts it back: out of every list, search and sitemap, out of bags
 * at their next look, and not to be ordered; old orders keep it (D19, D91). Null when there is no such product;
 * `isInOwnerList` is false when it is not in the owner's list, so that only an import can bring it back.
 */
export const hideProduct = (context: Context, productId: string, hidden: boolean) =>
  changeByHand(context, async (tx, { nextRevision: revision }) => {
    const [changed] = await tx
      .update(product)
      .set({ hiddenByHand: hidden, revision })
      .where(eq(product.id, productId))
      .returning({ title: product.title, isInOwnerList: product.inOwnerList });
    if (changed) await withdrawStock(tx, [productId], hidden || !changed.isInOwnerList);
    return { answer: changed ?? null };
  });
