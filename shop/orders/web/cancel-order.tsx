import { useId, useState } from "react";
import { call, messageOf } from "#client/api.ts";
import { tokenSource } from "#client/token-source.ts";
import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Checkbox, RadioGroup, TextArea } from "#ui/field.tsx";
import { toastSuccess } from "#ui/toast.ts";
import {
  asRequested,
  cancellationReasons,
  cancellationRefusals,
  cancellationMessages,
  hidesCancelButton,
  whyNotCancellable,
} from "../cancellation.ts";
import { requestCancellation } from "../endpoints.ts";
import type { Order } from "../order.ts";
import styles from "./cancel-order.module.css";

/** 'Cancel Order' and what it asks before (§2.15). Whether it is too late is judged by the shop's clock (D68). */
export function CancelOrder({ order, onRequested }: { order: Order; onRequested: (order: Order) => void }) {
  const [asking, setAsking] = useState(false);
  const reasonId = useId();
  const refusal = whyNotCancellable(order, new Date(order.serverTime));
  // Anyone who is asking is answered in words: the question does not vanish when the parcel arrives meanwhile.
  if (hidesCancelButton(refusal) && !asking) return null;
  const why = refusal && cancellationRefusals[refusal];
  return (
    <>
      <Button
        variant="secondary"
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

interface CancellationDialogProps {
  order: Order;
  open: boolean;
  onClose: () => void;
  onRequested: (order: Order) => void;
}

function CancellationDialog({ order, open, onClose, onRequested }: CancellationDialogProps) {
  const [busy, setBusy] = useState(false);
  const formId = useId();

  const submit = async (form: HTMLFormElement) => {
    const filled = new FormData(form);
    const comments = form.querySelector("textarea")?.value ?? "";
    const reasons = cancellationReasons.filter((reason) => filled.getAll("reason").includes(reason));
    if (tokenSource().accessToken() === null) return window.alert(cancellationMessages.notLoggedIn);
    setBusy(true);
    try {
      const params = { orderId: order.orderId };
      const answer = await call(requestCancellation, { params, body: { reasons, comments } });
      toastSuccess(cancellationMessages.submitted);
      onClose();
      onRequested(answer.order ?? asRequested(order, { reasons, comments }));
    } catch (failure) {
      window.alert(messageOf(failure, cancellationMessages.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Are you sure you want to cancel this order?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep Order
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={cancellationMessages.submitting}
          >
            Cancel Order
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit(event.currentTarget);
        }}
      >
        <p>
          How refunds work is told in our <a href={links.refundPolicy}>refund policy</a>.
        </p>
        <RadioGroup legend="Why? Tick as many as apply.">
          {cancellationReasons.map((reason) => (
            <Checkbox key={reason} name="reason" value={reason} label={reason} />
          ))}
        </RadioGroup>
        <TextArea label="Additional comments" name="comments" rows={3} />
        <p className={styles.notice}>{cancellationMessages.notice}</p>
      </form>
    </Dialog>
  );
}
