import { type ReactNode, useEffect, useState } from "react";
import { runWhenIdle } from "#client/visibility.ts";

/**
 * The place of a product's reviews: they come once the page is idle, and where they do not come it is whole without them.
 * Search engines read them in the page's facts.
 */
export function ReviewsPlace({ productId }: { productId: string }) {
  const [list, setList] = useState<ReactNode>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const { loadReviewList } = await import("./review-list.tsx");
      setList(await loadReviewList(productId, leaving.signal));
    };
    const forget = runWhenIdle(() => void load().catch(() => {}));
    return () => {
      forget();
      leaving.abort();
    };
  }, [productId]);
  return list;
}
