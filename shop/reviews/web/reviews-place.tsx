import { useResponse } from "#client/use-response.ts";
import { runWhenIdle } from "#client/visibility.ts";

/** Shows the reviews of a product. They are loaded when the browser is idle. If that fails, shows nothing. */
export function ReviewsPlace({ productId }: { productId: string }) {
  const list = useResponse(productId, async (signal) => {
    await new Promise<void>(runWhenIdle);
    const { loadReviewList } = await import("./review-list.tsx");
    return loadReviewList(productId, signal);
  });
  return list.state === "loaded" ? list.value : null;
}
