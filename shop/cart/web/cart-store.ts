import { SECOND } from "#contract/time.ts";
import { removeStored, writeStored, readStoredJson } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import { toastError, toastInfo } from "#ui/toast.ts";
import { type CartItem, calculateCartTotals, type CartProduct, type CartTotals } from "../cart.ts";
import type { QuantityChange } from "../guest-cart.ts";
import { applyOperation, type CartOperation, type CustomerCart, openCustomerCart } from "./customer-cart.ts";
import {
  changeStoredCart,
  dropMovedProduct,
  isMoveOver,
  removeStoredCart,
  readStoredCart,
  moveStoredCart,
  onStoredCartChange,
  rereadStoredCart,
} from "./stored-cart.ts";

const REFRESH_DELAY_MS = SECOND;

export interface Cart extends CartTotals {
  lines: readonly CartItem[];
  /** The lines of the customer's cart from before the guest's lines were added (D18), without those removed since. */
  earlier: readonly CartItem[];
  /** False on the server and until the first request has ended. Until then, `lines` has only newly added products. */
  loaded: boolean;
  error: string | null;
}

const notLoaded: Cart = { lines: [], earlier: [], loaded: false, error: null, ...calculateCartTotals([]) };

const cart = createStore(notLoaded);
let customer: CustomerCart | null = null;
let customerId: string | null = null;
let earlier: Cart["earlier"] = [];
let refreshing: ReturnType<typeof setTimeout> | undefined;
let otherTabs: BroadcastChannel | null = null;
/** Resolves when the first request for the customer's cart has ended. */
let opened: Promise<unknown> = Promise.resolve();

export const useCart = (): Cart => cart.useValue();

export const useQuantityInCart = (productId: string): number | null =>
  useCart().lines.find((line) => line.productId === productId)?.quantity ?? null;

export const getQuantityInCart = (productId: string): number =>
  cart.get().lines.find((line) => line.productId === productId)?.quantity ?? 0;

export function openCartFor(accountId: string | null): void {
  watchChanges();
  customer?.close();
  customerId = accountId;
  earlier = [];
  customer = accountId === null ? null : openCustomerCart(accountId, publish);
  if (customer) opened = customer.take({ kind: "read" });
  else publish();
  if (!customer && cart.get().lines.length > 0) void bringUpToDate();
}

/** Shows a message and returns false if the product cannot be added. */
export const addToCart = (product: CartProduct, quantity = 1): Promise<boolean> =>
  change({ kind: "add", product, quantity });

export function changeQuantity(productId: string, by: QuantityChange): Promise<boolean> {
  const quantity = Math.max(0, "to" in by ? by.to : getQuantityInCart(productId) + by.by);
  return change({ kind: "set", productId, quantity });
}

export const removeFromCart = (productId: string): Promise<boolean> => change({ kind: "remove", productId });

export const clearCart = (): Promise<boolean> => change({ kind: "clear" });

/** Loads a customer's cart again one second after the last cart-updated signal (§4). */
export function refreshCart(): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(() => void fetchCartNow(), REFRESH_DELAY_MS);
}

export async function fetchCartNow(): Promise<void> {
  await customer?.take({ kind: "read" });
}

/** Updates a guest's cart from the catalogue. Returns true if a message was shown. Does nothing for a customer. */
export const rereadBag = async (): Promise<boolean> =>
  !customer && cart.get().lines.length > 0 && bringUpToDate();

/** True if the server's cart contains exactly these items, or if it cannot be loaded (D102). */
export async function isCartUnchanged(items: Parameters<typeof serializeContent>[0]): Promise<boolean> {
  const isRead = await customer?.take({ kind: "read" });
  return !isRead || serializeContent(cart.get().lines) === serializeContent(items);
}

/**
 * Call this after the cart has been ordered. Discards the idempotency key and reloads the cart in all tabs (D102). If
 * `now` is true and the server's cart still contains the ordered lines, also empties that cart (§4, D101).
 */
export async function finishOrderedCart({ now }: { now: boolean }): Promise<void> {
  const ordered = serializeContent(cart.get().lines);
  forgetCartKey();
  const isRead = await customer?.take({ kind: "read" });
  if (now && isRead && cart.get().lines.length > 0 && serializeContent(cart.get().lines) === ordered) {
    await clearCart();
  }
  otherTabs?.postMessage("ordered");
}

/** Moves the guest's cart to the customer who has just logged in (D18). */
export async function moveGuestCart(): Promise<void> {
  await opened;
  if (readStoredCart().length > 0) earlier = cart.get().lines;
  await moveStoredCart(getQuantityInCart);
  const isRead = await customer?.take({ kind: "read" });
  // Do this now: pieces that the customer adds later could be mistaken for the moved ones.
  if (isRead && isMoveOver()) dropMovedProduct(getQuantityInCart);
  const remaining = readStoredCart().map(({ title }) => title);
  if (remaining.length > 0)
    toastError(
      `We could not add to your bag: ${remaining.join(", ")}. We'll try again when you next open the shop.`,
    );
  otherTabs?.postMessage("updated");
}

/**
 * Finishes an interrupted `moveGuestCart` when a page opens. Moves the products that are still in the guest's cart,
 * and adds none of them twice (D18).
 */
export async function finishMovingGuestCart(): Promise<void> {
  if (readStoredCart().length === 0 || !(await customer?.take({ kind: "read" }))) return;
  dropMovedProduct(getQuantityInCart);
  await moveStoredCart(getQuantityInCart);
  await fetchCartNow();
}

export function removeBrowserCart(): void {
  removeStoredCart();
  publish();
}

async function change(operation: CartOperation): Promise<boolean> {
  if (!customer) {
    changeStoredCart((bag) => applyOperation(bag, operation));
    publish();
    return true;
  }
  const isAccepted = await customer.take(operation);
  refreshCart();
  otherTabs?.postMessage("updated");
  return isAccepted;
}

async function bringUpToDate(): Promise<boolean> {
  try {
    const notice = await rereadStoredCart();
    if (customer) return false;
    publish();
    if (notice !== null) toastInfo(notice);
    return notice !== null;
  } catch {
    return false;
  }
}

let isWatching = false;

/** Loads the cart again after a change in another tab, or by another device while the page was hidden (D102). */
function watchChanges(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refreshCart();
  });
  window.addEventListener("focus", refreshCart);
  onStoredCartChange(() => {
    if (!customer) publish();
  });
  if (typeof BroadcastChannel === "undefined") return;
  otherTabs = new BroadcastChannel("cart");
  otherTabs.addEventListener("message", ({ data }) =>
    data === "ordered" ? void fetchCartNow() : refreshCart(),
  );
}

function publish(): void {
  const lines = customer ? customer.lines() : readStoredCart();
  const isLoaded = customer?.loaded() && customer.error() === null;
  if (customerId !== null && isLoaded) endOtherCartKey(customerId, lines);
  earlier = earlier.flatMap((line) => {
    const { quantity = 0 } = lines.find(({ productId }) => productId === line.productId) ?? {};
    return quantity > 0 ? [{ ...line, quantity: Math.min(line.quantity, quantity) }] : [];
  });
  cart.set({
    lines,
    earlier,
    loaded: customer?.loaded() ?? true,
    error: customer?.error() ?? null,
    ...calculateCartTotals(lines),
  });
}

const KEY = "cartKey";

interface CartKey {
  accountId: string;
  content: string;
  key: string;
}

/**
 * This tab's copy of the stored idempotency key. If another tab orders the cart and deletes the stored key, an order
 * with this copy returns that order.
 */
let ownKey: CartKey | null = null;

/** Returns the idempotency key for ordering this cart. All tabs share it, and a changed cart gets a new one (D102). */
export function getCartKey(): string {
  const accountId = customerId ?? "";
  const content = serializeContent(cart.get().lines);
  const fitting = [readStoredKey(), ownKey].find(
    (existing) => existing?.accountId === accountId && existing.content === content,
  );
  if (fitting) ownKey = fitting;
  else {
    ownKey = { accountId, content, key: crypto.randomUUID() };
    writeStored(KEY, JSON.stringify(ownKey));
  }
  return ownKey.key;
}

export function forgetCartKey(): void {
  ownKey = null;
  removeStored(KEY);
}

function endOtherCartKey(accountId: string, lines: readonly CartItem[]): void {
  const content = serializeContent(lines);
  const isOther = (key: CartKey | null) =>
    key !== null && (key.accountId !== accountId || key.content !== content);
  if (isOther(ownKey)) ownKey = null;
  if (isOther(readStoredKey())) removeStored(KEY);
}

const readStoredKey = (): CartKey | null => readStoredJson(KEY) as CartKey | null;

/** Returns the same text for carts with the same products and quantities. */
export const serializeContent = (lines: readonly { productId: unknown; quantity: number }[]): string =>
  lines
    .map(({ productId, quantity }) => `${quantity} ${String(productId)}`)
    .toSorted()
    .join("\n");
