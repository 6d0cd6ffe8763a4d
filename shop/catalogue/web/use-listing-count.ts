import type { ListingQuery } from "#contract/links.ts";
import { useAnswer } from "#client/answer.ts";
import { call } from "#client/api.ts";
import { SEARCH_AFTER_TYPING_MS } from "../search.ts";
import type { loadListingPart } from "./load-listing-part.ts";
import { sleepUnlessAborted } from "./sleep.ts";

/**
 * How many pieces a listing has, once its filters rest; the number before stays until the next is there. Null as long
 * as none is known; a null query asks for nothing.
 */
export function useListingCount(query: ListingQuery | null, loadPart: typeof loadListingPart): number | null {
  const outcome = useAnswer(
    query && JSON.stringify(query),
    async (signal) => {
      await sleepUnlessAborted(SEARCH_AFTER_TYPING_MS, signal);
      return (await loadPart(call, query ?? {}, 1, signal)).total;
    },
    { keepsLast: true },
  );
  return outcome.state === "loaded" ? outcome.value : null;
}
