import { useState } from "react";
import { call, getErrorMessage } from "#client/api.ts";
import { ApiError } from "#contract/errors.ts";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { requestReturn } from "../endpoints.ts";
import { showOrder } from "#shop/orders/endpoints.ts";
import type { Order } from "#shop/orders/order.ts";
import { returnReasons, returnRequestMessages } from "../return-request.ts";

interface UseReturnOptions {
  order: Order;
  onClose: () => void;
  onRequested: (order: Order) => void;
}

/** Sends what was chosen in the form; `error` is about the choice of pieces. */
export function useReturn({ order, onClose, onRequested }: UseReturnOptions) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (form: HTMLFormElement) => {
    const body = readReturnForm(order, form);
    if (body.pieces.length === 0) {
      setError(returnRequestMessages.nothingChosen);
      return form.querySelector("select")?.focus();
    }
    setBusy(true);
    try {
      const answer = await call(requestReturn, { params: { orderId: order.orderId }, body });
      toastSuccess(returnRequestMessages.submitted);
      onClose();
      if (answer.order) onRequested(answer.order);
    } catch (failure) {
      // It may have arrived all the same: what is true is asked for before anything is said.
      const requested = await findRequested(order.orderId);
      const isEarlier = failure instanceof ApiError && failure.code === "returned";
      if (requested === null || isEarlier) toastError(getErrorMessage(failure, returnRequestMessages.failed));
      else toastSuccess(returnRequestMessages.submitted);
      if (requested === null) return;
      onClose();
      onRequested(requested);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, clearError: () => setError(undefined), submit };
}

function readReturnForm(order: Order, form: HTMLFormElement) {
  const filled = new FormData(form);
  const pieces = order.items
    .map(({ productId: { _id } }) => ({ productId: _id, quantity: Number(filled.get(_id)) }))
    .filter(({ quantity }) => quantity > 0);
  const reasons = returnReasons.filter((reason) => filled.getAll("reason").includes(reason));
  return { reasons, comments: form.querySelector("textarea")?.value ?? "", pieces };
}

/** The order, if a return of it is on record; null also when the shop cannot be reached. */
async function findRequested(orderId: string): Promise<Order | null> {
  const answer = await call(showOrder, { params: { orderId } }).catch(() => null);
  return answer?.order?.returnRequest ? answer.order : null;
}
