import { ApiError } from "#contract/errors.ts";
import { call } from "#lib/api.ts";
import { toastError, toastInfo } from "#ui/toast.ts";
import { type CartItem, cartSentences, type CartProduct } from "../cart.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import { addToGuestCart, changeGuestQuantity, removeFromGuestCart, rereadNotice } from "../guest-cart.ts";

/** So long without another click, and the quantity is sent, in milliseconds. */
const CLICKS_END_MS = 250;

export type Step =
  | { kind: "read" }
  | { kind: "add"; product: CartProduct; quantity: number }
  | { kind: "set"; productId: string; quantity: number }
  | { kind: "remove"; productId: string }
  | { kind: "clear" };

interface Waiting {
  step: Step;
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
  take(step: Step): Promise<boolean>;
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
      const arrived = await send(first.step);
      waiting = waiting.filter((each) => each !== first);
      first.done(arrived);
      if (!closed) changed();
    }
    working = false;
  }

  async function send(step: Step): Promise<boolean> {
    try {
      const { cartItems, gone } = await ask(step, accountId);
      // Where only the success is told, the step counts as it was shown until the cart is fetched again (§4).
      confirmed = cartItems ?? after(confirmed ?? [], step);
      error = null;
      const notice = rereadNotice({ gone, repriced: [] });
      if (notice !== null && !closed) toastInfo(notice);
      return true;
    } catch (failure) {
      if (!closed) tell(step, failure);
      return false;
    }
  }

  function tell(step: Step, failure: unknown) {
    if (step.kind === "read") {
      error = whyNoCart(failure);
      confirmed ??= [];
    } else if (!isUnauthorized(failure)) toastError(whyNotDone(step.kind, failure));
  }

  return {
    lines: () => waiting.reduce((lines, { step }) => after(lines, step), confirmed ?? []),
    loaded: () => confirmed !== null,
    error: () => error,
    take(step) {
      const last = waiting.findLast(
        (each) => each.step.kind === "read" || productOf(each.step) === productOf(step),
      );
      if (
        last &&
        !last.sent &&
        last.step.kind === step.kind &&
        (step.kind === "set" || step.kind === "read")
      ) {
        Object.assign(last, { step, at: Date.now() });
        changed();
        return last.arriving;
      }
      const { promise: arriving, resolve: done } = Promise.withResolvers<boolean>();
      waiting.push({ step, sent: false, at: Date.now(), done, arriving });
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
  if (waiting.step.kind !== "set") return;
  for (;;) {
    const left = waiting.at + CLICKS_END_MS - Date.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

function ask(step: Step, userId: string) {
  switch (step.kind) {
    case "read":
      return call(readCart, { query: { userId } });
    case "add":
      return call(addToCart, { body: { productId: step.product._id, quantity: step.quantity } });
    case "set":
      return call(updateCart, { body: { productId: step.productId, quantity: step.quantity } });
    case "remove":
      return call(removeFromCart, { body: { productId: step.productId } });
    case "clear":
      return call(emptyCart, {});
  }
}

/** What the lines are once a step has arrived; the same rules as the guest's own bag. */
function after(lines: readonly CartItem[], step: Step): readonly CartItem[] {
  switch (step.kind) {
    case "read":
      return lines;
    case "add":
      return addToGuestCart(lines, step.product, step.quantity);
    case "set":
      return changeGuestQuantity(lines, step.productId, { to: step.quantity });
    case "remove":
      return removeFromGuestCart(lines, step.productId);
    case "clear":
      return [];
  }
}

const productOf = (step: Step): string | null => {
  if (step.kind === "read" || step.kind === "clear") return null;
  return step.kind === "add" ? step.product._id : step.productId;
};

const isUnauthorized = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 401;

function whyNoCart(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return cartSentences.fetchFailed(String(failure));
  if (failure.status === 401) return null;
  return failure.code === "not_json"
    ? cartSentences.notJson
    : cartSentences.fetchFailed(failure.status || "no connection");
}

/** The shop's own reason where the stock is one, else the sentence of §8. */
function whyNotDone(kind: Exclude<Step["kind"], "read">, failure: unknown): string {
  if (failure instanceof ApiError && ["gone", "sold_out"].includes(failure.code)) return failure.message;
  return {
    add: cartSentences.addFailed,
    set: cartSentences.updateFailed,
    remove: cartSentences.removeFailed,
    clear: cartSentences.clearFailed,
  }[kind];
}
