import { type ReactNode, useEffect, useState } from "react";
import { runWhenIdle } from "#client/visibility.ts";

/**
 * The reviews of a product, loaded when the page is idle and omitted on failure. Search engines read them in the
 * structured data.
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
