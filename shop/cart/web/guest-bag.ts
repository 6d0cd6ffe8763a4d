import { isUnanswered } from "#contract/errors.ts";
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
 * The storage key for the id of the product that is being moved to the customer's cart, with its quantity there before
 * the move. If the response is lost, the cart may contain the moved pieces already.
 */
const MOVING_KEY = "guestCartMoving";

/** Another tab may have changed the storage, so read it on every call. */
export const readGuestBag = (): GuestCart => readGuestCart(readStoredJson(KEY));

export function changeGuestBag(change: (bag: GuestCart) => GuestCart): void {
  const changed = change(readGuestBag());
  if (changed.length === 0) removeGuestBag();
  else writeStored(KEY, JSON.stringify(changed));
}

export const removeGuestBag = (): void => removeStored(KEY, MOVING_KEY);

export const onGuestBagChange = (changed: () => void): (() => void) => subscribeToOtherTabs([KEY], changed);

/** Returns a message about the changes; null without changes (D19). Throws if a product cannot be loaded. */
export async function rereadGuestBag(): Promise<string | null> {
  const requestedIds = new Set(readGuestBag().map(({ productId }) => productId));
  const found = await Promise.all([...requestedIds].map((id) => loadProduct(id)));
  // Only a 404 response removes a line. After an invalid response, the cart keeps all its lines.
  if (found.includes(null)) throw new Error("The shop's answer is not a product.");
  const products = found.flatMap((product) => product ?? []);
  let notice: string | null = null;
  changeGuestBag((bag) => {
    const { cart, ...changes } = rereadGuestCart(
      bag.filter(({ productId }) => requestedIds.has(productId)),
      products,
    );
    notice = describeCartChanges(changes);
    return [...cart, ...bag.filter(({ productId }) => !requestedIds.has(productId))];
  });
  return notice;
}

type GetQuantityInCart = (productId: string) => number;

/** Moves the guest's lines to the customer's cart, one tab at a time. Returns the titles of lines that stay (D18). */
export const moveGuestBagToCart = (getQuantityInCart: GetQuantityInCart): Promise<string[]> =>
  runInOneTab("guest-cart", async () => {
    const refused: string[] = [];
    const lines = readGuestBag();
    for (const [at, { productId, quantity, title }] of lines.entries()) {
      writeStored(MOVING_KEY, JSON.stringify({ productId, before: getQuantityInCart(productId) }));
      try {
        await call(addToCart, { body: { productId, quantity } });
        changeGuestBag((bag) => removeFromGuestCart(bag, productId));
      } catch (failure) {
        // Stops if the connection is lost. Otherwise the customer would wait for the timeout of each further call.
        if (isUnanswered(failure)) return [...refused, ...lines.slice(at).map((line) => line.title)];
        refused.push(title);
      }
      removeStored(MOVING_KEY);
    }
    return refused;
  });

/** After an interrupted move, removes the product whose response was lost, if the customer's cart now has more of it. */
export function dropMovedProduct(getQuantityInCart: GetQuantityInCart): void {
  const { productId, before } = readFields(readStoredJson(MOVING_KEY));
  const id = readText(productId);
  if (getQuantityInCart(id) > readNumber(before)) changeGuestBag((bag) => removeFromGuestCart(bag, id));
}
