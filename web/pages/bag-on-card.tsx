import type { ProductCard } from "#shop/catalogue/card.ts";
import { AddToBag } from "#shop/cart/web/add-to-bag.tsx";

/** The 'Add to Bag' button on a product card. */
export const BagOnCard = ({ product }: { product: ProductCard }) => (
  <AddToBag product={product} variant="secondary" wide />
);
