import { useState } from "react";
import type { AnswerOf } from "#contract/endpoint.ts";
import { formatCount } from "#contract/text.ts";
import { links } from "#contract/links.ts";
import { useResponse } from "#client/use-response.ts";
import { call, getRefusalMessage } from "#client/api.ts";
import { ButtonLink } from "#ui/button.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { findProducts } from "../endpoints.ts";
import { isSearch, SEARCH_AFTER_TYPING_MS, searchText, trimSearch } from "../search.ts";
import { ProductLines } from "./product-lines.tsx";

type SearchResult = Pick<AnswerOf<typeof findProducts>, "data" | "total" | "close">;

/** `result` is the previous result while a new search loads. It is null before the first result and after a failure. */
interface ProductSearch {
  result: SearchResult | null;
  failure: string | null;
  retry: () => Promise<void>;
}

export function FoundProducts({ text, search }: { text: string; search: ProductSearch }) {
  const { result, failure, retry } = search;
  const { data, total, close } = result ?? { data: [], total: 0, close: [] };
  const hasMore = total > data.length;
  return (
    <>
      <p role="status" className="visually-hidden">
        {result && describeFound(result)}
      </p>
      {failure !== null && <FailureNotice onRetry={retry}>{failure}</FailureNotice>}
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

const FAILED = "We could not search the pieces. Please check your connection and try again.";

export function useProductSearch(text: string): ProductSearch {
  const searched = searchText(text);
  const [tries, setTries] = useState(0);
  const retry = async () => setTries((count) => count + 1);
  const outcome = useResponse(
    isSearch(text) ? `${tries} ${searched}` : null,
    (signal) => call(findProducts, { query: { q: searched } }, signal),
    { keepsLast: true, afterMs: SEARCH_AFTER_TYPING_MS },
  );
  const hasFailed = outcome.state === "failed";
  return {
    result: outcome.state === "loaded" ? outcome.value : null,
    failure: hasFailed ? getRefusalMessage(outcome.failure, FAILED) : null,
    retry,
  };
}
