import { useId, useState } from "react";
import { onDemand } from "#client/on-demand.tsx";
import { formatDate } from "#contract/dates.ts";
import { Button } from "#ui/button.tsx";
import type { Order } from "#shop/orders/order.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { findReturnRefusal, getReturnDeadline, RETURN_ANCHOR } from "../return-request.ts";
import styles from "./return-pieces.module.css";

const ReturnDialog = onDemand(async () => (await import("./return-dialog.tsx")).ReturnDialog, {
  early: false,
});

/** Renders nothing if nothing can be returned now, by the server's clock. */
export function ReturnPieces({ order, onRequested }: { order: Order; onRequested: (order: Order) => void }) {
  /** The number of returns when the dialog opened; null while closed. A new return in another tab closes the dialog. */
  const [openedWith, setOpenedWith] = useState<number | null>(null);
  const id = useId();
  const isWaiting = ReturnDialog.useWaiting();
  const refusal = findReturnRefusal(order, new Date(order.serverTime));
  const isRequested = refusal === "returned";
  const returnCount = listReturnRequests(order).length;
  const hasReturns = returnCount > 0;
  if (refusal !== null && openedWith === null) return null;
  return (
    <>
      {!isRequested && (
        <>
          <Button
            {...(!hasReturns && { id: RETURN_ANCHOR })}
            variant="secondary"
            aria-describedby={`${id}-until`}
            busy={isWaiting}
            onPointerEnter={ReturnDialog.fetch}
            onClick={() => setOpenedWith(returnCount)}
          >
            {hasReturns ? "Return other pieces" : "Return pieces"}
          </Button>
          {order.deliveredAt && (
            <small id={`${id}-until`} className={styles.until}>
              Returns until {formatDate(getReturnDeadline({ ...order, deliveredAt: order.deliveredAt }))}
            </small>
          )}
        </>
      )}
      <ReturnDialog
        order={order}
        open={openedWith === returnCount && !isRequested}
        onClose={() => setOpenedWith(null)}
        onRequested={onRequested}
      />
    </>
  );
}
