import { formatCount } from "#contract/text.ts";
import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import type { ProductCard } from "../card.ts";
import { findProducts } from "../endpoints.ts";
import { SEARCH_AFTER_TYPING_MS, SEARCH_FROM_LETTERS, searchText } from "../search.ts";
import { ProductLines } from "./product-lines.tsx";
import { sleepUnlessAborted } from "./sleep.ts";

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

/**
 * The products that the typed words may mean; null while nothing is known of them. Those found last stay until the
 * next are there. A search that fails shows nothing: the fixed list is shown in any case.
 */
export function useFoundProducts(text: string): readonly ProductCard[] | null {
  const searched = searchText(text);
  const asks = searched.length >= SEARCH_FROM_LETTERS;
  const outcome = useAnswer(
    asks ? searched : null,
    async (signal) => {
      await sleepUnlessAborted(SEARCH_AFTER_TYPING_MS, signal);
      return (await call(findProducts, { query: { q: searched } }, signal)).data;
    },
    { keepsLast: true },
  );
  return outcome.state === "loaded" ? outcome.value : null;
}
