import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { expireSession } from "#shop/accounts/web/session.ts";
import { toastError, toastInfo } from "#ui/toast.ts";
import { type CartItem, type CartProduct, cartMessages } from "../cart.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import {
  describeCartChanges,
  addToGuestCart,
  changeGuestQuantity,
  removeFromGuestCart,
} from "../guest-cart.ts";

export type CustomerCart = ReturnType<typeof openCustomerCart>;

export function openCustomerCart(accountId: string, changed: () => void) {
  let confirmed: readonly CartItem[] | null = null;
  let error: string | null = null;
  const queue = createOperationQueue(send, changed);

  async function send(operation: CartOperation): Promise<boolean> {
    try {
      const { cartItems, gone } = await sendOperation(operation, accountId);
      // If the response has no cart, show the expected result until the cart is reloaded (§4).
      confirmed = cartItems ?? applyOperation(confirmed ?? [], operation);
      error = null;
      const notice = describeCartChanges({ gone, repriced: [] });
      if (notice !== null && !queue.isClosed()) toastInfo(notice);
      return true;
    } catch (failure) {
      if (!queue.isClosed()) report(operation, failure);
      return false;
    }
  }

  function report(operation: CartOperation, failure: unknown) {
    // The call was already repeated with a new token, so 401 means that the session is over (D17).
    if (failure instanceof ApiError && failure.status === 401) return expireSession();
    if (operation.kind !== "read") return toastError(describeChangeFailure(operation.kind, failure));
    error = describeReadFailure(failure);
    confirmed ??= [];
  }

  return {
    lines: (): readonly CartItem[] => queue.operations().reduce(applyOperation, confirmed ?? []),
    loaded: () => confirmed !== null,
    error: () => error,
    /**
     * Shows the effect of an operation at once and queues the operation. If it fails, undoes its effect and resolves to
     * false.
     */
    take: queue.take,
    close: queue.close,
  };
}

/** Delay in ms after the last click before a quantity is sent. */
const CLICKS_END_MS = 250;

interface QueuedOperation {
  operation: CartOperation;
  sent: boolean;
  at: number;
  resolve: (hasSucceeded: boolean) => void;
  result: Promise<boolean>;
}

/** Sends operations one after another. Quick clicks on one quantity become one call with the last number (§4). */
function createOperationQueue(send: (operation: CartOperation) => Promise<boolean>, changed: () => void) {
  let queue: QueuedOperation[] = [];
  let isRunning = false;
  let isClosed = false;

  const next = () => (isClosed ? undefined : queue[0]);

  async function runQueue() {
    isRunning = true;
    for (let first = next(); first; first = next()) {
      await awaitClicks(first);
      if (isClosed) break;
      first.sent = true;
      const succeeded = await send(first.operation);
      queue = queue.filter((each) => each !== first);
      first.resolve(succeeded);
      if (!isClosed) changed();
    }
    isRunning = false;
  }

  return {
    operations: () => queue.map(({ operation }) => operation),
    take(operation: CartOperation): Promise<boolean> {
      const replaceable = findReplaceable(queue, operation);
      const queued = replaceable ?? createQueued(operation);
      if (replaceable) Object.assign(replaceable, { operation, at: Date.now() });
      else queue.push(queued);
      changed();
      if (!isRunning) void runQueue();
      return queued.result;
    },
    close() {
      isClosed = true;
      for (const { sent, resolve } of queue) if (!sent) resolve(false);
    },
    isClosed: () => isClosed,
  };
}

function createQueued(operation: CartOperation): QueuedOperation {
  const { promise: result, resolve } = Promise.withResolvers<boolean>();
  return { operation, sent: false, at: Date.now(), resolve, result };
}

function findReplaceable(
  queue: readonly QueuedOperation[],
  operation: CartOperation,
): QueuedOperation | undefined {
  if (operation.kind !== "set" && operation.kind !== "read") return undefined;
  const last = queue.findLast(
    (each) => each.operation.kind === "read" || getProductId(each.operation) === getProductId(operation),
  );
  return last && !last.sent && last.operation.kind === operation.kind ? last : undefined;
}

async function awaitClicks(queued: QueuedOperation): Promise<void> {
  if (queued.operation.kind !== "set") return;
  for (;;) {
    const remainingMs = queued.at + CLICKS_END_MS - Date.now();
    if (remainingMs <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, remainingMs));
  }
}

export type CartOperation =
  | { kind: "read" }
  | { kind: "add"; product: CartProduct; quantity: number }
  | { kind: "set"; productId: string; quantity: number }
  | { kind: "remove"; productId: string }
  | { kind: "clear" };

function sendOperation(operation: CartOperation, userId: string) {
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

export function applyOperation(lines: readonly CartItem[], operation: CartOperation): readonly CartItem[] {
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

const getProductId = (operation: CartOperation): string | null => {
  if (operation.kind === "read" || operation.kind === "clear") return null;
  return operation.kind === "add" ? operation.product._id : operation.productId;
};

function describeReadFailure(failure: unknown): string {
  if (!(failure instanceof ApiError)) return cartMessages.fetchFailed(String(failure));
  return failure.code === "not_json"
    ? cartMessages.notJson
    : cartMessages.fetchFailed(failure.status || "no connection");
}

function describeChangeFailure(kind: Exclude<CartOperation["kind"], "read">, failure: unknown): string {
  if (failure instanceof ApiError && ["gone", "sold_out"].includes(failure.code)) return failure.message;
  return {
    add: cartMessages.addFailed,
    set: cartMessages.updateFailed,
    remove: cartMessages.removeFailed,
    clear: cartMessages.clearFailed,
  }[kind];
}
