import type { ProductCard } from "#shop/catalogue/card.ts";
import { AddToBag } from "#shop/cart/web/add-to-bag.tsx";

/** 'Add to Bag' as it is on a product's card. */
export const BagOnCard = ({ product }: { product: ProductCard }) => (
  <AddToBag product={product} variant="secondary" wide />
);
