import { removeStored } from "#client/storage.ts";
import { getSession, onSessionChange, restoreSession } from "#shop/accounts/web/session.ts";
import { removeBrowserCart, forgetCartKey, openCartFor, mergeGuestBag } from "#shop/cart/web/cart-store.ts";
import { WISHLIST_KEY } from "#shop/wishlist/wishlist.ts";

/** Loads the session and the cart, again after each login and logout in any tab. */
export function startVisit(): void {
  let previousPath: string | null | undefined;
  /** The customer whose session has expired. Their checkout input is kept until another one logs in. */
  let expected: string | null = null;
  const follow = () => {
    const { user, isRestored, expired } = getSession();
    const now = user?._id ?? null;
    if (!isRestored || now === previousPath) return;
    const isNavigation = typeof previousPath === "string";
    if (isNavigation) {
      removeBrowserCart();
      removeStored(WISHLIST_KEY);
      void import("#client/queries.tsx").then(({ forgetQueries }) => forgetQueries(), forgetNothing);
    }
    if (isNavigation && expired) expected = previousPath ?? null;
    else if (isNavigation || (expected !== null && expected !== now)) forgetCheckout();
    previousPath = now;
    openCartFor(now);
  };
  onSessionChange(follow);
  void restoreSession().then((isNew) => (isNew ? mergeGuestBag() : undefined));
}

/** Deletes the stored checkout input, because the next customer of this browser must not see it. */
function forgetCheckout(): void {
  forgetCartKey();
  void import("#shop/checkout/web/use-checkout-form.ts").then(
    ({ removeDraft: forgetDraft }) => forgetDraft(),
    forgetNothing,
  );
}

/** Does nothing: this document has stored no data, and an older draft is only shown to its customer. */
const forgetNothing = (): void => {};
