import type { ProductCard } from "#shop/catalogue/card.ts";
import { AddToBag } from "#shop/cart/web/add-to-bag.tsx";
import { SaveOnCard } from "#shop/wishlist/web/save-button.tsx";

export const renderBagOnCard = (product: ProductCard) => (
  <>
    <AddToBag product={product} variant="secondary" wide />
    <SaveOnCard product={product} />
  </>
);
