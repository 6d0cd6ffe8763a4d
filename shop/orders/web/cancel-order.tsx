import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import {
  writeCancellationRefusals,
  isCancelButtonHidden,
  findCancellationRefusal,
  withCancellation,
  cancellationMessages,
  cancellationReasons,
} from "../cancellation.ts";
import type { Order } from "../order.ts";
import { formatAnswerPromise, getRules } from "#shop/policies/rules.ts";
import styles from "./cancel-order.module.css";
import { ApiError } from "#contract/errors.ts";
import { SECOND } from "#contract/time.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { getTokenSource } from "#client/token-source.ts";
import { links } from "#contract/links.ts";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/field.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { requestCancellation, showOrder } from "../endpoints.ts";
import { NEXT_STEP_ID } from "./order-timeline.tsx";
import { ReasonChoice } from "./reason-choice.tsx";

interface CancelOrderProps {
  order: Order;
  onRequested: (order: Order) => void;
}

/** The server's clock decides whether a cancellation is in time (§2.15, D68). */
export function CancelOrder({ order, onRequested }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isSent = useRef(false);
  const reasonId = useId();
  const refusal = findCancellationRefusal(order, new Date(order.serverTime));
  // The dialog stays open if the order is cancelled elsewhere. Submitting it then shows why the request is refused.
  const isHidden = isCancelButtonHidden(refusal) && !isAsking;
  useEffect(() => {
    if (isHidden && isSent.current) document.getElementById(NEXT_STEP_ID)?.focus();
    isSent.current = false;
  }, [isHidden]);
  if (isHidden) return null;
  const reason = refusal && writeCancellationRefusals(getRules(order.promised))[refusal];
  return (
    <>
      <Button
        variant="quiet"
        disabled={reason !== null}
        title={reason ?? undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => setIsAsking(true)}
      >
        Cancel Order
      </Button>
      {reason && (
        <p id={reasonId} className={styles.reason}>
          {reason}
        </p>
      )}
      <CancellationDialog
        order={order}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onRequested={(updatedOrder) => {
          isSent.current = true;
          onRequested(updatedOrder);
        }}
      />
    </>
  );
}

type CancellationDialogProps = CancelOrderProps & { open: boolean; onClose: () => void };

function CancellationDialog(props: CancellationDialogProps) {
  const { open, onClose } = props;
  const { busy, submit } = useCancellation(props);
  const formId = useId();
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
        className="stack gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit(event.currentTarget);
        }}
      >
        <p>
          Our <a href={links.refundPolicy}>refund policy</a> says how refunds work.
        </p>
        <ReasonChoice reasons={cancellationReasons} />
        <TextArea label="Additional comments" name="comments" rows={3} />
        <p className="small soft">{formatAnswerPromise(getRules(props.order.promised))}</p>
      </form>
    </Dialog>
  );
}

/** False if the shop certainly did not store the request. After a 409, an earlier attempt may have stored it. */
const mayBeStored = (failure: unknown): boolean =>
  !(failure instanceof ApiError) || failure.status === 409 || failure.status < 400 || failure.status >= 500;

function useCancellation({ order, onClose, onRequested }: CancellationDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const formData = new FormData(form);
    const comments = form.querySelector("textarea")?.value ?? "";
    const reasons = cancellationReasons.filter((reason) => formData.getAll("reason").includes(reason));
    if (getTokenSource().accessToken() === null) return window.alert(cancellationMessages.notLoggedIn);
    setIsBusy(true);
    const params = { orderId: order.orderId };
    const finish = (updatedOrder: Order) => {
      onClose();
      onRequested(updatedOrder);
    };
    try {
      const response = await call(requestCancellation, { params, body: { reasons, comments } });
      toastSuccess(cancellationMessages.submitted);
      finish(response.order ?? withCancellation(order, { reasons, comments }));
    } catch (failure) {
      const updatedOrder = mayBeStored(failure)
        ? (await call(showOrder, { params }, AbortSignal.timeout(10 * SECOND)).catch(() => null))?.order
        : undefined;
      const isRequested = updatedOrder?.cancellation?.status === "Pending";
      if (isRequested) toastSuccess(cancellationMessages.submitted);
      else window.alert(getErrorMessage(failure, cancellationMessages.failed));
      const isFinal = isRequested || (failure instanceof ApiError && failure.status === 409);
      if (updatedOrder && isFinal) finish(updatedOrder);
    } finally {
      setIsBusy(false);
    }
  };
  return { busy: isBusy, submit };
}
