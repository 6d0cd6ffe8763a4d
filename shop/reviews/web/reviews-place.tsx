import { type ReactNode, useEffect, useState } from "react";
import { runWhenIdle } from "#client/visibility.ts";

/** Shows the reviews of a product. They are loaded when the browser is idle. If that fails, shows nothing. */
export function ReviewsPlace({ productId }: { productId: string }) {
  const [list, setList] = useState<ReactNode>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const load = async () => {
      const { loadReviewList } = await import("./review-list.tsx");
      setList(await loadReviewList(productId, abortController.signal));
    };
    const cancelLoad = runWhenIdle(() => void load().catch(() => {}));
    return () => {
      cancelLoad();
      abortController.abort();
    };
  }, [productId]);
  return list;
}
