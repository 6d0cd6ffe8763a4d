import { useState } from "react";
import { onDemand } from "#client/on-demand.tsx";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";
import { REVIEW_ANCHOR } from "../review.ts";
import { Button } from "#ui/button.tsx";

const ReviewDialog = onDemand(async () => (await import("./review-dialog.tsx")).ReviewDialog, {
  early: false,
});

export function ReviewButton({ order }: { order: Order }) {
  const [open, setOpen] = useState(() => location.hash === `#${REVIEW_ANCHOR}`);
  const isWaiting = ReviewDialog.useWaiting();
  if (toShownStatus(order.orderStatus) !== "Delivered" || order.items.length === 0) return null;
  return (
    <>
      <Button
        variant="secondary"
        busy={isWaiting}
        onPointerEnter={ReviewDialog.fetch}
        onClick={() => setOpen(true)}
      >
        Write a review
      </Button>
      <ReviewDialog order={order} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
