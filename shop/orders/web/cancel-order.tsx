import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { cancellationRefusals, isCancelButtonHidden, findCancellationRefusal } from "../cancellation.ts";
import type { Order } from "../order.ts";
import { CancellationDialog } from "./cancellation-dialog.tsx";
import styles from "./cancel-order.module.css";

interface CancelOrderProps {
  order: Order;
  /** It can be returned, or was: then it is not cancelled. */
  isReturned: boolean;
  onRequested: (order: Order) => void;
}

/** 'Cancel Order' and what it asks before (§2.15). Whether it is too late is judged by the shop's clock (D68). */
export function CancelOrder({ order, isReturned, onRequested }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const reasonId = useId();
  const refusal = findCancellationRefusal(order, new Date(order.serverTime));
  // A customer who asks gets an answer in words: the question does not vanish when the parcel arrives meanwhile.
  if ((isCancelButtonHidden(refusal) || isReturned) && !asking) return null;
  const why = refusal && cancellationRefusals[refusal];
  return (
    <>
      <Button
        variant="quiet"
        disabled={why !== null}
        title={why ?? undefined}
        aria-describedby={why ? reasonId : undefined}
        onClick={() => setAsking(true)}
      >
        Cancel Order
      </Button>
      {why && (
        <p id={reasonId} className={styles.reason}>
          {why}
        </p>
      )}
      <CancellationDialog
        order={order}
        open={asking}
        onClose={() => setAsking(false)}
        onRequested={onRequested}
      />
    </>
  );
}
