import type { AnswerOf } from "#contract/endpoint.ts";
import { formatCount } from "#contract/text.ts";
import { links } from "#contract/links.ts";
import { ApiError } from "#contract/errors.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { ButtonLink } from "#ui/button.tsx";
import { toCard } from "../card.ts";
import { findProducts, listProducts } from "../endpoints.ts";
import { getProducts } from "../listing.ts";
import { MAX_SEARCH_RESULTS, isSearch, SEARCH_AFTER_TYPING_MS, searchText, trimSearch } from "../search.ts";
import { ProductLines } from "./product-lines.tsx";
import { sleepUnlessAborted } from "./sleep.ts";

type SearchResult = Pick<AnswerOf<typeof findProducts>, "data" | "total" | "close">;

export const FoundProducts = ({ text, found: results }: { text: string; found: SearchResult | null }) => (
  <>
    <p role="status" className="visually-hidden">
      {results && describeFound(results)}
    </p>
    {results && results.data.length > 0 && (
      <ProductLines
        id="found-products"
        title={results.total > results.data.length ? `Products (${results.total})` : "Products"}
        products={results.data}
      />
    )}
    {results && results.total > results.data.length && (
      <ButtonLink variant="secondary" wide href={links.products({ search: trimSearch(text) })}>
        See all {results.total}
      </ButtonLink>
    )}
    {results && results.close.length > 0 && (
      <ProductLines id="close-matches" title="Close matches" products={results.close} />
    )}
  </>
);

function describeFound({ total, close }: SearchResult): string {
  if (total > 0) return `${formatCount(total, "product")} found`;
  return close.length > 0
    ? `No products found; ${formatCount(close.length, "close match", "close matches")}`
    : "No products found";
}

/** Returns the search results, or the previous ones while new results load. Null if none are loaded or on failure. */
export function useFoundProducts(text: string): SearchResult | null {
  const searched = searchText(text);
  const results = useResponse(
    isSearch(text) ? searched : null,
    async (signal) => {
      await sleepUnlessAborted(SEARCH_AFTER_TYPING_MS, signal);
      try {
        return await call(findProducts, { query: { q: searched } }, signal);
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === NOT_FOUND) return searchList(searched, signal);
        throw cause;
      }
    },
    { keepsLast: true },
  );
  return results.state === "loaded" ? results.value : null;
}

const NOT_FOUND = 404;

/** Backends with only the calls of §7 cannot search, so this searches the product list in the browser (D101). */
async function searchList(searched: string, signal: AbortSignal): Promise<SearchResult> {
  const [listing, { hasSearchedWords }] = await Promise.all([
    call(listProducts, { query: {} }, signal),
    import("../search-words.ts"),
  ]);
  const products = getProducts(listing).filter((product) => hasSearchedWords(product, searched));
  return { data: products.slice(0, MAX_SEARCH_RESULTS).map(toCard), total: products.length, close: [] };
}
