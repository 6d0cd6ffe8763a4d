import { useState } from "react";
import { call } from "#client/api.ts";
import { onDemand } from "#client/on-demand.tsx";
import { useResponse } from "#client/use-response.ts";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";
import { listOwnReviews } from "../endpoints.ts";
import { REVIEW_ANCHOR } from "../review.ts";
import { Button } from "#ui/button.tsx";

const ReviewDialog = onDemand(async () => (await import("./review-dialog.tsx")).ReviewDialog, {
  early: false,
});

export function ReviewButton({ order }: { order: Order }) {
  const [open, setOpen] = useState(() => location.hash === `#${REVIEW_ANCHOR}`);
  const isWaiting = ReviewDialog.useWaiting();
  const isReviewable = toShownStatus(order.orderStatus) === "Delivered" && order.items.length > 0;
  // The key changes when the dialog closes, so the reviews are loaded again after one was sent.
  const loadOwn = (signal: AbortSignal) => call(listOwnReviews, {}, signal);
  const loaded = useResponse(isReviewable ? String(open) : null, loadOwn, { keepsLast: true });
  if (!isReviewable) return null;
  const ids = order.items.map(({ productId }) => productId._id);
  const own =
    loaded.state === "loaded" ? loaded.value.reviews.filter(({ productId }) => ids.includes(productId)) : [];
  return (
    <>
      <Button
        variant="secondary"
        busy={isWaiting}
        onPointerEnter={ReviewDialog.fetch}
        onClick={() => setOpen(true)}
      >
        {own.length === ids.length ? "Change your review" : "Write a review"}
      </Button>
      {own.some(({ status }) => status === "waiting") && (
        <small className="soft">Your review is being checked.</small>
      )}
      <ReviewDialog order={order} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
