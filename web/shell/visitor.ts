import { removeStored } from "#client/storage.ts";
import { getSession, onSessionChange, restoreSession } from "#shop/accounts/web/session.ts";
import {
  finishMovingGuestCart,
  forgetCartKey,
  moveGuestCart,
  openCartFor,
  removeBrowserCart,
} from "#shop/cart/web/cart-store.ts";
import { WISHLIST_KEY } from "#shop/wishlist/wishlist.ts";

/** Loads the session and the cart. Loads the cart again after each login and logout in any tab. */
export function startVisit(): void {
  let previousId: string | null | undefined;
  /** The customer whose session has expired. Their checkout input is kept until another customer logs in. */
  let expected: string | null = null;
  const follow = () => {
    const { user, isRestored, expired } = getSession();
    const now = user?._id ?? null;
    if (!isRestored || now === previousId) return;
    const isOther = typeof previousId === "string";
    if (isOther) {
      removeBrowserCart();
      removeStored(WISHLIST_KEY);
      void import("#client/queries.tsx").then(({ forgetQueries }) => forgetQueries(), forgetNothing);
    }
    if (isOther && expired) expected = previousId ?? null;
    else if (isOther || (expected !== null && expected !== now)) forgetCheckout();
    previousId = now;
    openCartFor(now);
  };
  onSessionChange(follow);
  void restoreSession().then((isNew) => (isNew ? moveGuestCart() : finishMovingGuestCart()));
}

/** Deletes the stored checkout input, because another customer who uses this browser must not see it. */
function forgetCheckout(): void {
  forgetCartKey();
  void import("#shop/checkout/web/use-checkout-form.ts").then(
    ({ removeDraft: forgetDraft }) => forgetDraft(),
    forgetNothing,
  );
}

/**
 * Does nothing if a module that stores personal data cannot be loaded, because it has then stored nothing since the
 * page was opened. A checkout draft of an earlier page may remain, but is shown only to its customer.
 */
const forgetNothing = (): void => {};
