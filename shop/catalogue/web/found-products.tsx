import { formatCount } from "#contract/text.ts";
import type { ProductCard } from "../card.ts";
import { ProductLines } from "./product-lines.tsx";

/** The products a search has found, small and one below the other. What was found is also said aloud. */
export const FoundProducts = ({ products }: { products: readonly ProductCard[] | null }) => (
  <>
    <p role="status" className="visually-hidden">
      {products &&
        (products.length > 0 ? `${formatCount(products.length, "product")} found` : "No products found")}
    </p>
    {products && products.length > 0 && (
      <ProductLines id="found-products" title="Products" products={products} />
    )}
  </>
);
