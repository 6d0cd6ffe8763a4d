import { useId, useState } from "react";
import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Options, TextArea, SelectField } from "#ui/field.tsx";
import { type Order, getItemTitle } from "#shop/orders/order.ts";
import { formatParcelPieces } from "#shop/orders/parcels.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import {
  countReturnable,
  listPieces,
  listReturnReasons,
  returnReasons,
  returnRequestMessages,
} from "../return-request.ts";
import { useNavigation } from "#shop/catalogue/web/navigation.ts";
import { getRules } from "#shop/policies/rules.ts";
import { writeReducedTerms } from "#shop/policies/sentences.ts";
import { ReasonChoice } from "#shop/orders/web/reason-choice.tsx";
import styles from "./return-pieces.module.css";
import { narrowHref } from "#shop/media/pictures.ts";
import { PhotoChoice } from "#shop/media/web/photo-choice.tsx";
import { call } from "#client/api.ts";
import { toastFailure } from "#client/use-task.ts";
import { ApiError } from "#contract/errors.ts";
import { toastSuccess } from "#ui/toast.ts";
import { requestReturn } from "../endpoints.ts";
import { showOrder } from "#shop/orders/endpoints.ts";

interface ReturnDialogProps {
  order: Order;
  open: boolean;
  onClose: () => void;
  onRequested: (order: Order) => void;
}

export function ReturnDialog(props: ReturnDialogProps) {
  const { order, open, onClose } = props;
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const { busy, error, clearError, submit } = useReturn(props, photos);
  if (!open && photos.length > 0) setPhotos([]);
  if (!open && error !== undefined) clearError();
  const formId = useId();
  const refused = listPieces(listReturnRequests(order).filter(({ status }) => status === "Refused"));
  const { isOwn } = useNavigation() ?? {};
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="What would you like to return?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
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
        className="stack gap-5"
        onChange={clearError}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit(event.currentTarget);
        }}
      >
        <p>
          Our <a href={links.refundPolicy}>refund policy</a> says what can be returned, and how. Returns are
          free. We pay the return shipping.
        </p>
        <PiecesChoice order={order} error={error} />
        {refused.length > 0 && (
          <p className="small soft">
            We could not accept a return of {formatParcelPieces(refused, order.items)}, so you cannot request
            it again.
          </p>
        )}
        <ReasonChoice
          reasons={listReturnReasons(!isOwn)}
          error={error === returnRequestMessages.noReason ? error : undefined}
        />
        <TextArea label="What is wrong with the pieces?" name="comments" rows={3} />
        <PhotoChoice photos={photos} onChange={setPhotos} />
      </form>
    </Dialog>
  );
}

/** The name of each field is a product id, because `readReturnForm` reads the fields by product. */
const PiecesChoice = ({ order, error }: { order: Order; error: string | undefined }) => {
  const returnable = order.items.filter((item) => countReturnable(item, order) > 0);
  const isSingle = returnable.reduce((sum, item) => sum + countReturnable(item, order), 0) === 1;
  return returnable.map((item, index) => {
    const { productId } = item;
    const quantity = countReturnable(item, order);
    const [image] = productId.images;
    return (
      <div key={productId._id} className={styles.piece}>
        {image ? (
          <img src={narrowHref(image.url)} alt="" width={64} height={64} className={styles.picture} />
        ) : (
          <span className={styles.picture} />
        )}
        <SelectField
          label={getItemTitle(item)}
          name={productId._id}
          defaultValue={isSingle ? 1 : 0}
          hint={item.reduced && writeReducedTerms(getRules(order.promised), false)}
          error={index === 0 && error === returnRequestMessages.nothingChosen ? error : undefined}
        >
          <Options
            of={Array.from({ length: quantity + 1 }, (_, count) => [
              String(count),
              describeCount(count, quantity),
            ])}
          />
        </SelectField>
      </div>
    );
  });
};

const describeCount = (count: number, quantity: number): string => {
  if (count === 0) return "None";
  return quantity > 1 && count === quantity ? `All ${count}` : String(count);
};

function useReturn({ order, onClose, onRequested }: ReturnDialogProps, photos: readonly string[]) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (form: HTMLFormElement) => {
    const body = { ...readReturnForm(order, form), ...(photos.length > 0 && { pictures: [...photos] }) };
    const missing = body.pieces.length === 0 ? "nothingChosen" : body.reasons.length === 0 && "noReason";
    if (missing) {
      setError(returnRequestMessages[missing]);
      return form.querySelector<HTMLElement>(missing === "noReason" ? "[name=reason]" : "select")?.focus();
    }
    setIsBusy(true);
    try {
      const response = await call(requestReturn, { params: { orderId: order.orderId }, body });
      toastSuccess(returnRequestMessages.submitted);
      onClose();
      if (response.order) onRequested(response.order);
    } catch (failure) {
      // Load the order, because the shop may have stored the request although the response was lost.
      const updatedOrder = await findRequested(order.orderId, body.known);
      const wasRequestedBefore = failure instanceof ApiError && failure.code === "returned";
      if (updatedOrder === null || wasRequestedBefore) toastFailure(failure, returnRequestMessages.failed);
      else toastSuccess(returnRequestMessages.submitted);
      if (updatedOrder === null) return;
      onClose();
      onRequested(updatedOrder);
    } finally {
      setIsBusy(false);
    }
  };
  return { busy: isBusy, error, clearError: () => setError(undefined), submit };
}

function readReturnForm(order: Order, form: HTMLFormElement) {
  const formData = new FormData(form);
  const pieces = order.items
    .map(({ productId: { _id } }) => ({ productId: _id, quantity: Number(formData.get(_id)) }))
    .filter(({ quantity }) => quantity > 0);
  const reasons = returnReasons.filter((reason) => formData.getAll("reason").includes(reason));
  const comments = form.querySelector("textarea")?.value ?? "";
  return { reasons, comments, pieces, known: listReturnRequests(order).length };
}

async function findRequested(orderId: string, knownCount: number): Promise<Order | null> {
  const response = await call(showOrder, { params: { orderId } }).catch(() => null);
  return response?.order && listReturnRequests(response.order).length > knownCount ? response.order : null;
}
