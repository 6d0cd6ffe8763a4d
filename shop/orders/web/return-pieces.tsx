import { useId, useState } from "react";
import { call, getErrorMessage } from "#client/api.ts";
import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField, TextArea } from "#ui/field.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { requestReturn } from "../endpoints.ts";
import { getItemTitle, type Order } from "../order.ts";
import { findReturnRefusal, returnReasons, returnRequestMessages } from "../return-request.ts";
import { ReasonChoice } from "./reason-choice.tsx";
import styles from "./cancel-order.module.css";

interface ReturnPiecesProps {
  order: Order;
  onRequested: (order: Order) => void;
}

/** 'Return pieces', while the shop's clock allows it, and what it asks before. */
export function ReturnPieces({ order, onRequested }: ReturnPiecesProps) {
  const [asking, setAsking] = useState(false);
  const { busy, submit } = useReturn(order, onRequested, () => setAsking(false));
  const formId = useId();
  if (findReturnRefusal(order, new Date(order.serverTime)) !== null && !asking) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Return pieces
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="What would you like to return?"
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep all
            </Button>
            <Button type="submit" form={formId} busy={busy} busyLabel="Submitting...">
              Ask for a return
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
          <Questions order={order} />
        </form>
      </Dialog>
    </>
  );
}

const Questions = ({ order }: { order: Order }) => (
  <>
    <p>
      What can be returned, and how, is in our <a href={links.refundPolicy}>refund policy</a>.
    </p>
    {order.items.map((item) => (
      <SelectField
        key={item.productId._id}
        label={`${getItemTitle(item)}, of ${item.quantity}`}
        name={item.productId._id}
        defaultValue="0"
      >
        {Array.from({ length: item.quantity + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count === 0 ? "None" : count}
          </option>
        ))}
      </SelectField>
    ))}
    <ReasonChoice reasons={returnReasons} />
    <TextArea label="What is the matter with it?" name="comments" rows={3} />
  </>
);

function useReturn(order: Order, onRequested: (order: Order) => void, close: () => void) {
  const [busy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const filled = new FormData(form);
    const pieces = order.items
      .map(({ productId: { _id } }) => ({ productId: _id, quantity: Number(filled.get(_id)) }))
      .filter(({ quantity }) => quantity > 0);
    if (pieces.length === 0) return toastError(returnRequestMessages.nothingChosen);
    const reasons = returnReasons.filter((reason) => filled.getAll("reason").includes(reason));
    const comments = form.querySelector("textarea")?.value ?? "";
    setBusy(true);
    try {
      const params = { orderId: order.orderId };
      const answer = await call(requestReturn, { params, body: { reasons, comments, pieces } });
      toastSuccess(returnRequestMessages.submitted);
      close();
      if (answer.order) onRequested(answer.order);
    } catch (failure) {
      toastError(getErrorMessage(failure, returnRequestMessages.failed));
    } finally {
      setBusy(false);
    }
  };
  return { busy, submit };
}
