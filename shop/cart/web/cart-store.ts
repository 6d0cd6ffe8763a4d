import { SECOND } from "#contract/time.ts";
import { removeStored, writeStored, readStoredJson } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import { toastError, toastInfo } from "#ui/toast.ts";
import { type CartItem, calculateCartTotals, type CartProduct, type CartTotals } from "../cart.ts";
import {
  addToGuestCart,
  changeGuestQuantity,
  type QuantityChange,
  removeFromGuestCart,
} from "../guest-cart.ts";
import { type CartOperation, type CustomerCart, openCustomerCart } from "./customer-cart.ts";
import {
  changeGuestBag,
  removeGuestBag,
  readGuestBag,
  moveGuestBagToCart,
  onGuestBagElsewhere,
  rereadGuestBag,
} from "./guest-bag.ts";

/** The delay in ms between a cart-updated signal and the reload of the cart (§4). */
const REFRESH_DELAY_MS = SECOND;

export interface Cart extends CartTotals {
  lines: readonly CartItem[];
  /** False on the server and until the cart is loaded. Until then, `lines` is empty even if the cart has items. */
  loaded: boolean;
  /** The reason why the customer's cart could not be loaded; null if there was no error. */
  error: string | null;
}

const notLooked: Cart = { lines: [], loaded: false, error: null, ...calculateCartTotals([]) };

const cart = createStore(notLooked);
let customer: CustomerCart | null = null;
let customerId: string | null = null;
let refreshing: ReturnType<typeof setTimeout> | undefined;
let otherTabs: BroadcastChannel | null = null;

/** Returns the visitor's cart, for guests and customers alike. The component renders again after each change. */
export const useCart = (): Cart => cart.useValue();

/** Returns the quantity of a product in the cart; null if it is not in the cart. */
export const useQuantityInCart = (productId: string): number | null =>
  useCart().lines.find((line) => line.productId === productId)?.quantity ?? null;

/** Returns the current quantity of a product in the cart; 0 if it is not in the cart. */
export const getQuantityInCart = (productId: string): number =>
  cart.get().lines.find((line) => line.productId === productId)?.quantity ?? 0;

/** Opens the cart of the current visitor. `accountId` is the customer's id, or null for a guest. */
export function openCartFor(accountId: string | null): void {
  watchOtherTabs();
  watchReturns();
  customer?.close();
  customerId = accountId;
  customer = accountId === null ? null : openCustomerCart(accountId, publish);
  if (customer) void customer.take({ kind: "read" });
  else publish();
  if (!customer && cart.get().lines.length > 0) void bringUpToDate();
}

/** Adds a product. Returns false and shows a message if that failed. */
export function addToCart(product: CartProduct, quantity = 1): Promise<boolean> {
  return change({ kind: "add", product, quantity }, () =>
    changeGuestBag((bag) => addToGuestCart(bag, product, quantity)),
  );
}

/** Sets or changes the quantity of a line; 0 removes the line (§4). */
export function changeQuantity(productId: string, by: QuantityChange): Promise<boolean> {
  const line = cart.get().lines.find((each) => each.productId === productId);
  const quantity = Math.max(0, "to" in by ? by.to : (line?.quantity ?? 0) + by.by);
  return change({ kind: "set", productId, quantity }, () =>
    changeGuestBag((bag) => changeGuestQuantity(bag, productId, { to: quantity })),
  );
}

export function removeFromCart(productId: string): Promise<boolean> {
  return change({ kind: "remove", productId }, () =>
    changeGuestBag((bag) => removeFromGuestCart(bag, productId)),
  );
}

/**
 * Empties the cart. Called at the customer's request, and after an order whose response does not confirm that the cart
 * was emptied.
 */
export function clearCart(): Promise<boolean> {
  return change({ kind: "clear" }, removeGuestBag);
}

/** Handles the cart-updated signal. A customer's cart is loaded again one second after the last signal (§4). */
export function refreshCart(): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(() => void fetchCartNow(), REFRESH_DELAY_MS);
}

/** Loads a customer's cart at once. Does nothing for a guest. */
export async function fetchCartNow(): Promise<void> {
  await customer?.take({ kind: "read" });
}

/**
 * Updates a guest's cart after a change of the catalogue. Returns true if a message was shown. Does nothing for a
 * customer.
 */
export const rereadBag = async (): Promise<boolean> =>
  !customer && cart.get().lines.length > 0 && bringUpToDate();

/** True if the customer's cart on the server contains exactly these items. Also true if the request fails (D102). */
export async function isCartUnchanged(items: Parameters<typeof serializeContent>[0]): Promise<boolean> {
  const isRead = await customer?.take({ kind: "read" });
  return !isRead || serializeContent(cart.get().lines) === serializeContent(items);
}

/** Returns the idempotency key for ordering the customer's current cart. All tabs use the same key (D102). */
export const getCartKey = (): string => createCartKey(customerId ?? "", cart.get().lines);

/**
 * Deletes the idempotency key after this cart was ordered, and makes every tab load the cart again (D102). `now` is
 * false if another tab ordered the cart earlier. If `now` is true and the backend has not emptied the cart, clears it
 * (§4, D101).
 */
export async function finishOrderedCart({ now }: { now: boolean }): Promise<void> {
  const ordered = serializeContent(cart.get().lines);
  endCartKey();
  const isRead = await customer?.take({ kind: "read" });
  if (now && isRead && cart.get().lines.length > 0 && serializeContent(cart.get().lines) === ordered) {
    await clearCart();
  }
  otherTabs?.postMessage("ordered");
}

export const forgetCartKey = endCartKey;

/**
 * Moves the guest's cart into the cart of the customer who has just logged in (D18). Reports items that could not be
 * moved.
 */
export async function mergeGuestBag(): Promise<void> {
  const remaining = await moveGuestBagToCart();
  if (remaining.length > 0)
    toastError(`We could not add to your bag: ${remaining.join(", ")}. We'll try again at your next login.`);
  await fetchCartNow();
}

/** Deletes the guest's cart from this browser at logout (§4). */
export function removeBrowserCart(): void {
  removeGuestBag();
  publish();
}

async function change(operation: CartOperation, changeBag: () => void): Promise<boolean> {
  if (!customer) {
    changeBag();
    publish();
    return true;
  }
  const isAccepted = await customer.take(operation);
  refreshCart();
  otherTabs?.postMessage("updated");
  return isAccepted;
}

/**
 * Updates a guest's cart from the catalogue. Sets new prices, removes missing products and notifies the visitor.
 * Returns true if it showed a message.
 */
async function bringUpToDate(): Promise<boolean> {
  try {
    const notice = await rereadGuestBag();
    if (customer) return false;
    publish();
    if (notice !== null) toastInfo(notice);
    return notice !== null;
  } catch {
    // The request failed, so the cart is unchanged.
    return false;
  }
}

let watchesReturns = false;

/**
 * Reloads the cart when the page becomes visible, because another device may have changed or ordered the cart meanwhile
 * (D102).
 */
function watchReturns(): void {
  if (watchesReturns) return;
  watchesReturns = true;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refreshCart();
  });
  window.addEventListener("focus", refreshCart);
}

function watchOtherTabs(): void {
  if (otherTabs || typeof BroadcastChannel === "undefined") return;
  otherTabs = new BroadcastChannel("cart");
  otherTabs.addEventListener("message", ({ data }) =>
    data === "ordered" ? void fetchCartNow() : refreshCart(),
  );
  onGuestBagElsewhere(() => {
    if (!customer) publish();
  });
}

function publish(): void {
  const lines = customer ? customer.lines() : readGuestBag();
  const isLoaded = customer?.loaded() && customer.error() === null;
  if (customerId !== null && isLoaded) endOtherCartKey(customerId, lines);
  cart.set({
    lines,
    loaded: customer?.loaded() ?? true,
    error: customer?.error() ?? null,
    ...calculateCartTotals(lines),
  });
}

/** The storage key of the idempotency key, which all tabs of this browser share. */
const KEY = "cartKey";

interface CartKey {
  accountId: string;
  content: string;
  key: string;
}

/**
 * A copy of the key in memory. A tab that missed the message about an order still sends this key, and the shop then
 * returns the placed order.
 */
let ownKey: CartKey | null = null;

/**
 * Returns the idempotency key for ordering this content of the cart. All requests with the same key, from any tab,
 * result in one order (D102). A changed cart gets a new key.
 */
function createCartKey(accountId: string, lines: readonly CartItem[]): string {
  const content = serializeContent(lines);
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

/** Deletes the key after the order's final response, so that the next order gets a new key. */
function endCartKey(): void {
  ownKey = null;
  removeStored(KEY);
}

/** Deletes the key if the customer or the content of the cart has changed. */
function endOtherCartKey(accountId: string, lines: readonly CartItem[]): void {
  const content = serializeContent(lines);
  const isOther = (key: CartKey | null) =>
    key !== null && (key.accountId !== accountId || key.content !== content);
  if (isOther(ownKey)) ownKey = null;
  if (isOther(readStoredKey())) removeStored(KEY);
}

const readStoredKey = (): CartKey | null => readStoredJson(KEY) as CartKey | null;

/** Serializes products and quantities. The order of the lines does not matter. */
export const serializeContent = (lines: readonly { productId: unknown; quantity: number }[]): string =>
  lines
    .map(({ productId, quantity }) => `${quantity} ${String(productId)}`)
    .toSorted()
    .join("\n");
