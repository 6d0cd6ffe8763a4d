import { useResponse } from "#client/use-response.ts";
import { runWhenIdle } from "#client/visibility.ts";

export function ReviewsPlace({ productId }: { productId: string }) {
  const list = useResponse(productId, async (signal) => {
    await new Promise<void>(runWhenIdle);
    const { loadReviewList } = await import("./review-list.tsx");
    return loadReviewList(productId, signal);
  });
  return list.state === "loaded" ? list.value : null;
}
