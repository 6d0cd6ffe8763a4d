import { useId, useState } from "react";
import { formatDate } from "#contract/dates.ts";
import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/field.tsx";
import type { Order } from "#shop/orders/order.ts";
import { findReturnRefusal, getReturnDeadline, returnReasons } from "../return-request.ts";
import { PiecesChoice } from "./pieces-choice.tsx";
import { ReasonChoice } from "#shop/orders/web/reason-choice.tsx";
import styles from "./return-pieces.module.css";
import { useReturn } from "./use-return.ts";

interface ReturnPiecesProps {
  order: Order;
  onRequested: (order: Order) => void;
}

/** 'Return pieces', while the shop's clock allows it, and what it asks before. */
export function ReturnPieces({ order, onRequested }: ReturnPiecesProps) {
  const [asking, setAsking] = useState(false);
  const refusal = findReturnRefusal(order, new Date(order.serverTime));
  // Asked for meanwhile, in another tab or by an answer that was lost: the page now says how the return stands.
  const isRequested = refusal === "returned";
  if (refusal !== null && !asking) return null;
  return (
    <>
      {!isRequested && (
        <>
          <Button variant="quiet" onClick={() => setAsking(true)}>
            Return pieces
          </Button>
          {order.deliveredAt && (
            <p className={styles.until}>Until {formatDate(getReturnDeadline(order.deliveredAt))}.</p>
          )}
        </>
      )}
      <ReturnDialog
        order={order}
        open={asking && !isRequested}
        onClose={() => setAsking(false)}
        onRequested={onRequested}
      />
    </>
  );
}

/** Asks which pieces come back, and why. */
function ReturnDialog(props: ReturnPiecesProps & { open: boolean; onClose: () => void }) {
  const { order, open, onClose } = props;
  const { busy, error, clearError, submit } = useReturn(props);
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="What would you like to return?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep all
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Submitting...">
            Request return
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        className={styles.form}
        onChange={clearError}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit(event.currentTarget);
        }}
      >
        <p>
          What can be returned, and how, is in our <a href={links.refundPolicy}>refund policy</a>.
        </p>
        <PiecesChoice items={order.items} error={error} />
        <ReasonChoice reasons={returnReasons} />
        <TextArea label="What is the matter with it?" name="comments" rows={3} />
      </form>
    </Dialog>
  );
}
