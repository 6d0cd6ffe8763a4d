import type { AnswerOf } from "#contract/endpoint.ts";
import { formatCount } from "#contract/text.ts";
import { links } from "#contract/links.ts";
import { useResponse } from "#client/use-response.ts";
import { call } from "#client/api.ts";
import { ButtonLink } from "#ui/button.tsx";
import { findProducts } from "../endpoints.ts";
import { isSearch, SEARCH_AFTER_TYPING_MS, searchText, trimSearch } from "../search.ts";
import { ProductLines } from "./product-lines.tsx";

type SearchResult = Pick<AnswerOf<typeof findProducts>, "data" | "total" | "close">;

export function FoundProducts({ text, found }: { text: string; found: SearchResult | null }) {
  const { data, total, close } = found ?? { data: [], total: 0, close: [] };
  const hasMore = total > data.length;
  return (
    <>
      <p role="status" className="visually-hidden">
        {found && describeFound(found)}
      </p>
      {data.length > 0 && (
        <ProductLines
          id="found-products"
          title={hasMore ? `Products (${total})` : "Products"}
          products={data}
        />
      )}
      {hasMore && (
        <ButtonLink variant="secondary" wide href={links.products({ search: trimSearch(text) })}>
          See all {total}
        </ButtonLink>
      )}
      {close.length > 0 && <ProductLines id="close-matches" title="Close matches" products={close} />}
    </>
  );
}

function describeFound({ total, close }: SearchResult): string {
  if (total > 0) return `${formatCount(total, "product")} found`;
  return close.length > 0
    ? `No products found; ${formatCount(close.length, "close match", "close matches")}`
    : "No products found";
}

/**
 * Returns the search results, or the previous ones while new ones load. Null before the first results, on
 * failure, and if the text is too short for a search.
 */
export function useFoundProducts(text: string): SearchResult | null {
  const searched = searchText(text);
  const results = useResponse(
    isSearch(text) ? searched : null,
    (signal) => call(findProducts, { query: { q: searched } }, signal),
    { keepsLast: true, afterMs: SEARCH_AFTER_TYPING_MS },
  );
  return results.state === "loaded" ? results.value : null;
}
