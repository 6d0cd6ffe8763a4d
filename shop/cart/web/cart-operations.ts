import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import type { CartItem, CartProduct } from "../cart.ts";
import { cartMessages } from "../cart-messages.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import { addToGuestCart, changeGuestQuantity, removeFromGuestCart } from "../guest-cart.ts";

/** What can be done with a customer's cart, and what is read of it. */
export type CartOperation =
  | { kind: "read" }
  | { kind: "add"; product: CartProduct; quantity: number }
  | { kind: "set"; productId: string; quantity: number }
  | { kind: "remove"; productId: string }
  | { kind: "clear" };

export function sendOperation(operation: CartOperation, userId: string) {
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

/** What the lines are once an operation has succeeded; the same rules as the guest's own bag. */
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

export const getProductId = (operation: CartOperation): string | null => {
  if (operation.kind === "read" || operation.kind === "clear") return null;
  return operation.kind === "add" ? operation.product._id : operation.productId;
};

export const isUnauthorized = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status === 401;

export function describeReadFailure(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return cartMessages.fetchFailed(String(failure));
  if (failure.status === 401) return null;
  return failure.code === "not_json"
    ? cartMessages.notJson
    : cartMessages.fetchFailed(failure.status || "no connection");
}

/** The shop's own reason where the stock is one, else the sentence of §8. */
export function describeChangeFailure(
  kind: Exclude<CartOperation["kind"], "read">,
  failure: unknown,
): string {
  if (failure instanceof ApiError && ["gone", "sold_out"].includes(failure.code)) return failure.message;
  return {
    add: cartMessages.addFailed,
    set: cartMessages.updateFailed,
    remove: cartMessages.removeFailed,
    clear: cartMessages.clearFailed,
  }[kind];
}
