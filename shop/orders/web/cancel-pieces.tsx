import { useState } from "react";
import { useResponse } from "#client/use-response.ts";
import { call, getErrorMessage } from "#client/api.ts";
import { toastFailure } from "#client/use-task.ts";
import { formatRupees, fromRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Options, SelectField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { cancelPieces, showOrder, showPieceRefunds } from "../endpoints.ts";
import { getItemTitle, type Order, type OrderItem } from "../order.ts";
import { pieceMessages } from "../piece-cancellation.ts";

interface CancelPiecesProps {
  order: Order;
  item: OrderItem;
  onChanged: (order: Order) => void;
}

export function CancelPieces(props: CancelPiecesProps) {
  const { cancellable = 0 } = props.item;
  const [isOpen, setOpen] = useState(false);
  if (cancellable === 0 && !isOpen) return null;
  return (
    <>
      <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
        {props.item.quantity === 1 ? "Cancel this piece" : "Cancel pieces"}
        <span className="visually-hidden">: {getItemTitle(props.item)}</span>
      </Button>
      <PieceDialog {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type PieceDialogProps = CancelPiecesProps & { open: boolean; onClose: () => void };

function usePieceCancellation({ order, item, open, onClose, onChanged }: PieceDialogProps) {
  const [quantity, setQuantity] = useState(1);
  const [isBusy, setIsBusy] = useState(false);
  if (!open && quantity !== 1) setQuantity(1);
  const { cancelled: cancelledCount = 0, productId } = item;
  const params = { orderId: order.orderId, productId: productId._id };
  const sums = useResponse(open ? `${productId._id} ${cancelledCount}` : null, (signal) =>
    call(showPieceRefunds, { params }, signal),
  );
  const amounts = sums.state === "loaded" ? sums.value.amounts : [];
  const chosen = Math.min(quantity, Math.max(amounts.length, 1));
  const amount = amounts[chosen - 1];

  const submit = async () => {
    if (amount === undefined) return;
    setIsBusy(true);
    try {
      const response = await call(cancelPieces, {
        params,
        body: { quantity: chosen, known: cancelledCount, amount },
      });
      toastSuccess(pieceMessages.cancelled);
      onClose();
      if (response.order) onChanged(response.order);
    } catch (failure) {
      // The shop may have cancelled the pieces although the request failed (D102).
      const fetched = await call(showOrder, { params }).catch(() => null);
      const currentLine = fetched?.order?.items.find((each) => each.productId._id === productId._id);
      if (currentLine?.cancelled === cancelledCount + chosen) toastSuccess(pieceMessages.cancelled);
      else toastFailure(failure, pieceMessages.failed);
      if (fetched?.order) {
        onClose();
        onChanged(fetched.order);
      }
    } finally {
      setIsBusy(false);
    }
  };
  return { sums, amounts, chosen, amount, isBusy, setQuantity, submit };
}

function PieceDialog(props: PieceDialogProps) {
  const { item, open, onClose } = props;
  const { sums, amounts, chosen, amount, isBusy, setQuantity, submit } = usePieceCancellation(props);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Cancel ${getItemTitle(item)}?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            busyLabel="Cancelling..."
            disabled={amount === undefined}
            onClick={() => void submit()}
          >
            Cancel {formatCount(chosen, "piece")}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        {amounts.length > 1 && (
          <SelectField
            label="How many pieces"
            value={chosen}
            onChange={({ target }) => setQuantity(Number(target.value))}
          >
            <Options of={amounts.map((_, at) => String(at + 1))} />
          </SelectField>
        )}
        {sums.state === "failed" ? (
          <Notice tone="danger">{getErrorMessage(sums.failure, pieceMessages.failed)}</Notice>
        ) : (
          <p role="status">{amount === undefined ? "One moment…" : <Refund {...{ amount, chosen }} />}</p>
        )}
        <p className="small soft">Everything else in your order stays as it is.</p>
      </div>
    </Dialog>
  );
}

const Refund = ({ amount, chosen }: { amount: number; chosen: number }) => (
  <>
    <strong translate="no">{formatRupees(fromRupees(amount) ?? 0)}</strong> comes back to you, the way you
    paid. That is what you paid for {chosen === 1 ? "this piece" : "these pieces"}, with GST and your
    discount.
  </>
);
