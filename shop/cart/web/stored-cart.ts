import { ApiError, isUnanswered } from "#contract/errors.ts";
import { readFields, readNumber, readText } from "#contract/read.ts";
import { call } from "#client/api.ts";
import {
  readStoredJson,
  removeStored,
  runInOneTab,
  subscribeToOtherTabs,
  writeStored,
} from "#client/storage.ts";
import { loadProduct } from "#shop/catalogue/web/load-product.ts";
import { addToCart } from "../endpoints.ts";
import {
  type GuestCart,
  readGuestCart,
  removeFromGuestCart,
  rereadGuestCart,
  describeCartChanges,
} from "../guest-cart.ts";

const KEY = "guestCart";
/**
 * The storage key for the product that is being moved: its id, and its earlier quantity in the customer's cart.
 * After a lost response, this quantity shows whether the product was added. `isOver` is true if the shop responded
 * with an error: it then adds nothing later.
 */
const MOVING_KEY = "guestCartMoving";

/** Another tab may have changed the storage, so read it on every call. */
export const readStoredCart = (): GuestCart => readGuestCart(readStoredJson(KEY));

export function changeStoredCart(change: (cart: GuestCart) => GuestCart): void {
  const changed = change(readStoredCart());
  if (changed.length === 0) removeStoredCart();
  else writeStored(KEY, JSON.stringify(changed));
}

export const removeStoredCart = (): void => removeStored(KEY, MOVING_KEY);

export const onStoredCartChange = (changed: () => void): (() => void) => subscribeToOtherTabs([KEY], changed);

/** Returns a message about the changes; null without changes (D19). Throws if a product cannot be loaded. */
export async function rereadStoredCart(): Promise<string | null> {
  const requestedIds = new Set(readStoredCart().map(({ productId }) => productId));
  const found = await Promise.all([...requestedIds].map((id) => loadProduct(id)));
  // Only a 404 response removes a line. After an invalid response, the cart keeps all its lines.
  if (found.includes(null)) throw new Error("The shop's response is not a product.");
  const products = found.flatMap((product) => product ?? []);
  let notice: string | null = null;
  changeStoredCart((stored) => {
    const { cart, ...changes } = rereadGuestCart(
      stored.filter(({ productId }) => requestedIds.has(productId)),
      products,
    );
    notice = describeCartChanges(changes);
    return [...cart, ...stored.filter(({ productId }) => !requestedIds.has(productId))];
  });
  return notice;
}

type GetQuantityInCart = (productId: string) => number;

/** Moves the guest's lines to the customer's cart, one tab at a time. Lines that the shop refuses stay (D18). */
export const moveStoredCart = (getQuantityInCart: GetQuantityInCart): Promise<void> =>
  runInOneTab("guest-cart", async () => {
    for (const { productId, quantity } of readStoredCart()) {
      const moving = { productId, before: getQuantityInCart(productId) };
      writeStored(MOVING_KEY, JSON.stringify(moving));
      try {
        await call(addToCart, { body: { productId, quantity } });
        changeStoredCart((cart) => removeFromGuestCart(cart, productId));
      } catch (failure) {
        if (isUnanswered(failure)) {
          writeStored(MOVING_KEY, JSON.stringify({ ...moving, isOver: isRefusal(failure) }));
          // Stop here, because the customer would otherwise wait for the timeout of each further call.
          return;
        }
      }
      removeStored(MOVING_KEY);
    }
  });

/** True for an error of the shop. After a lost connection or a timeout (504), the shop may still add the line. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 500 && failure.status !== 504;

/**
 * After an interrupted move, removes the last sent product from the guest's cart if the customer's cart received
 * it: its quantity there is larger than before. Read the customer's cart again before this call.
 */
export function dropMovedProduct(getQuantityInCart: GetQuantityInCart): void {
  const { productId, before } = readFields(readStoredJson(MOVING_KEY));
  const id = readText(productId);
  removeStored(MOVING_KEY);
  if (getQuantityInCart(id) > readNumber(before)) changeStoredCart((cart) => removeFromGuestCart(cart, id));
}

export const isMoveOver = (): boolean => readFields(readStoredJson(MOVING_KEY))["isOver"] === true;
