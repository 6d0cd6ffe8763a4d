import { toastError, toastInfo } from "#ui/toast.ts";
import type { CartItem } from "../cart.ts";
import { rereadNotice } from "../guest-cart.ts";
import {
  applyOperation,
  ask,
  type CartOperation,
  isUnauthorized,
  getProductId,
  describeReadFailure,
  describeChangeFailure,
} from "./cart-operations.ts";

/** So long without another click, and the quantity is sent, in milliseconds. */
const CLICKS_END_MS = 250;

interface Waiting {
  operation: CartOperation;
  sent: boolean;
  /** When a quantity was last clicked. */
  at: number;
  done: (arrived: boolean) => void;
  arriving: Promise<boolean>;
}

export interface CustomerCart {
  /** What the customer sees: the server's word and what is still on its way there. */
  lines(): readonly CartItem[];
  loaded(): boolean;
  error(): string | null;
  /** Shows a step at once and sends it when its turn comes; false when it was undone. */
  take(operation: CartOperation): Promise<boolean>;
  close(): void;
}

/**
 * A signed-in customer's cart. Everything to the server goes in one line, so nothing overtakes; quick clicks on one
 * quantity become one call with the last number (§4). A step that fails leaves the line, and with it the screen.
 */
export function openCustomerCart(accountId: string, changed: () => void): CustomerCart {
  let confirmed: readonly CartItem[] | null = null;
  let waiting: Waiting[] = [];
  let error: string | null = null;
  let working = false;
  let closed = false;

  const next = () => (closed ? undefined : waiting[0]);

  async function work() {
    working = true;
    for (let first = next(); first; first = next()) {
      await awaitClicks(first);
      first.sent = true;
      const arrived = await send(first.operation);
      waiting = waiting.filter((each) => each !== first);
      first.done(arrived);
      if (!closed) changed();
    }
    working = false;
  }

  async function send(operation: CartOperation): Promise<boolean> {
    try {
      const { cartItems, gone } = await ask(operation, accountId);
      // Where the answer says only that it succeeded, the step counts as it was shown until the cart is fetched again (§4).
      confirmed = cartItems ?? applyOperation(confirmed ?? [], operation);
      error = null;
      const notice = rereadNotice({ gone, repriced: [] });
      if (notice !== null && !closed) toastInfo(notice);
      return true;
    } catch (failure) {
      if (!closed) report(operation, failure);
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
    lines: () => waiting.reduce((lines, { operation }) => applyOperation(lines, operation), confirmed ?? []),
    loaded: () => confirmed !== null,
    error: () => error,
    take(operation) {
      const last = waiting.findLast(
        (each) => each.operation.kind === "read" || getProductId(each.operation) === getProductId(operation),
      );
      if (
        last &&
        !last.sent &&
        last.operation.kind === operation.kind &&
        (operation.kind === "set" || operation.kind === "read")
      ) {
        Object.assign(last, { operation, at: Date.now() });
        changed();
        return last.arriving;
      }
      const { promise: arriving, resolve: done } = Promise.withResolvers<boolean>();
      waiting.push({ operation, sent: false, at: Date.now(), done, arriving });
      changed();
      if (!working) void work();
      return arriving;
    },
    close() {
      closed = true;
    },
  };
}

async function awaitClicks(waiting: Waiting): Promise<void> {
  if (waiting.operation.kind !== "set") return;
  for (;;) {
    const left = waiting.at + CLICKS_END_MS - Date.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
