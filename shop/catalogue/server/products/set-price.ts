import { eq } from "drizzle-orm";
import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { calculateReduction } from "../../price.ts";
import { changeByHand } from "../catalogue-version.ts";
import { product } from "../tables.ts";

export interface NewPrice {
  /** In paise, before tax. */
  price: Paise;
  /** What is shown struck through; undefined keeps the one there is, null is none. */
  originalPrice?: Paise | null | undefined;
}

/**
 * Sets a price by hand; the badge follows the two prices (D12). Orders keep what they were placed at, bags are shown
 * the new one (D3, D19). Gives the product's name and old price to `look` before anything is written; null when there
 * is no such product.
 */
export const setPrice = (
  context: Context,
  productId: string,
  { price, originalPrice: requested }: NewPrice,
  look: (before: { title: string; price: Paise }) => void,
) =>
  changeByHand(context, async (tx, { nextRevision: revision }) => {
    const [before] = await tx.select().from(product).where(eq(product.id, productId));
    if (!before) return { answer: null };
    look(before);
    const originalPrice = Math.max(
      price,
      requested === undefined ? before.originalPrice : (requested ?? price),
    );
    const discount = Math.round(calculateReduction(price, originalPrice));
    await tx
      .update(product)
      .set({ price, originalPrice, discount, revision })
      .where(eq(product.id, productId));
    return { answer: { title: before.title, before: before.price, originalPrice, discount } };
  });
