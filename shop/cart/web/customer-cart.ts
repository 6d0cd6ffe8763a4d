import { toastError, toastInfo } from "#ui/toast.ts";
import type { CartItem } from "../cart.ts";
import { rereadNotice } from "../guest-cart.ts";
import {
  applyOperation,
  type CartOperation,
  isUnauthorized,
  describeReadFailure,
  describeChangeFailure,
  sendOperation,
} from "./cart-operations.ts";
import { createOperationQueue } from "./operation-queue.ts";

export interface CustomerCart {
  /** What the customer sees: what the server has confirmed and what is still on its way there. */
  lines(): readonly CartItem[];
  loaded(): boolean;
  error(): string | null;
  /** Shows an operation at once and sends it when its turn comes; false when it was undone. */
  take(operation: CartOperation): Promise<boolean>;
  close(): void;
}

/** A signed-in customer's cart. An operation that fails leaves the queue, and with it the screen. */
export function openCustomerCart(accountId: string, changed: () => void): CustomerCart {
  let confirmed: readonly CartItem[] | null = null;
  let error: string | null = null;
  const queue = createOperationQueue(send, changed);

  async function send(operation: CartOperation): Promise<boolean> {
    try {
      const { cartItems, gone } = await sendOperation(operation, accountId);
      // Where the answer says only that it succeeded, the operation counts as it was shown until the cart is fetched again (§4).
      confirmed = cartItems ?? applyOperation(confirmed ?? [], operation);
      error = null;
      const notice = rereadNotice({ gone, repriced: [] });
      if (notice !== null && !queue.isClosed()) toastInfo(notice);
      return true;
    } catch (failure) {
      if (!queue.isClosed()) report(operation, failure);
      return false;
    }
  }

  function report(operation: CartOperation, failure: unknown) {
    if (operation.kind === "read") {
      error = describeReadFailure(failure);
      confirmed ??= [];
    } else if (!isUnauthorized(failure)) toastError(describeChangeFailure(operation.kind, failure));
  }

  return {
    lines: () => queue.operations().reduce(applyOperation, confirmed ?? []),
    loaded: () => confirmed !== null,
    error: () => error,
    take: queue.take,
    close: queue.close,
  };
}
