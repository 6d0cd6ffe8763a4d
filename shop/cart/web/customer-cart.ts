import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { toastError, toastInfo } from "#ui/toast.ts";
import type { CartItem, CartProduct } from "../cart.ts";
import { cartMessages } from "../cart-messages.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import { addToGuestCart, changeGuestQuantity, removeFromGuestCart, rereadNotice } from "../guest-cart.ts";

/** So long without another click, and the quantity is sent, in milliseconds. */
const CLICKS_END_MS = 250;

export type CartOperation =
  | { kind: "read" }
  | { kind: "add"; product: CartProduct; quantity: number }
  | { kind: "set"; productId: string; quantity: number }
  | { kind: "remove"; productId: string }
  | { kind: "clear" };

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
      await clicksEnd(first);
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
      // Where only the success is told, the step counts as it was shown until the cart is fetched again (§4).
      confirmed = cartItems ?? after(confirmed ?? [], operation);
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
      error = whyNoCart(failure);
      confirmed ??= [];
    } else if (!isUnauthorized(failure)) toastError(whyNotDone(operation.kind, failure));
  }

  return {
    lines: () => waiting.reduce((lines, { operation }) => after(lines, operation), confirmed ?? []),
    loaded: () => confirmed !== null,
    error: () => error,
    take(operation) {
      const last = waiting.findLast(
        (each) => each.operation.kind === "read" || productOf(each.operation) === productOf(operation),
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

async function clicksEnd(waiting: Waiting): Promise<void> {
  if (waiting.operation.kind !== "set") return;
  for (;;) {
    const left = waiting.at + CLICKS_END_MS - Date.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

function ask(operation: CartOperation, userId: string) {
  switch (operation.kind) {
    case "read":
      return call(readCart, { query: { userId } });
    case "add":
      return call(addToCart, { body: { productId: operation.product._id, quantity: operation.quantity } });
    case "set":
      return call(updateCart, { body: { productId: operation.productId, quantity: operation.quantity } });
    case "remove":
      return call(removeFromCart, { body: { productId: operation.productId } });
    case "clear":
      return call(emptyCart, {});
  }
}

/** What the lines are once a step has arrived; the same rules as the guest's own bag. */
function after(lines: readonly CartItem[], operation: CartOperation): readonly CartItem[] {
  switch (operation.kind) {
    case "read":
      return lines;
    case "add":
      return addToGuestCart(lines, operation.product, operation.quantity);
    case "set":
      return changeGuestQuantity(lines, operation.productId, { to: operation.quantity });
    case "remove":
      return removeFromGuestCart(lines, operation.productId);
    case "clear":
      return [];
  }
}

const productOf = (operation: CartOperation): string | null => {
  if (operation.kind === "read" || operation.kind === "clear") return null;
  return operation.kind === "add" ? operation.product._id : operation.productId;
};

const isUnauthorized = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 401;

function whyNoCart(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return cartMessages.fetchFailed(String(failure));
  if (failure.status === 401) return null;
  return failure.code === "not_json"
    ? cartMessages.notJson
    : cartMessages.fetchFailed(failure.status || "no connection");
}

/** The shop's own reason where the stock is one, else the sentence of §8. */
function whyNotDone(kind: Exclude<CartOperation["kind"], "read">, failure: unknown): string {
  if (failure instanceof ApiError && ["gone", "sold_out"].includes(failure.code)) return failure.message;
  return {
    add: cartMessages.addFailed,
    set: cartMessages.updateFailed,
    remove: cartMessages.removeFailed,
    clear: cartMessages.clearFailed,
  }[kind];
}
