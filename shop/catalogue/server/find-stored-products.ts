import { desc, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { product } from "./tables.ts";

/** The products as the owner knows them, newest first: those in the storefront, or those that are not. */
export const findStoredProducts = ({ db }: Context, hidden: boolean) =>
  db
    .select({
      id: product.id,
      title: product.title,
      price: product.price,
      originalPrice: product.originalPrice,
      discount: product.discount,
      collection: product.collection,
      onHand: product.onHand,
      reserved: product.reserved,
      hidden: product.hidden,
      listed: product.listed,
    })
    .from(product)
    .where(eq(product.hidden, hidden))
    .orderBy(desc(product.createdAt), product.id);
