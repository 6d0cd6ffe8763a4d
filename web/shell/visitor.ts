import { removeStored } from "#client/storage.ts";
import { getSession, onSessionChange, restoreSession } from "#shop/accounts/web/session.ts";
import { removeBrowserCart, forgetCartKey, openCartFor, mergeGuestBag } from "#shop/cart/web/cart-store.ts";
import { WISHLIST_KEY } from "#shop/wishlist/wishlist.ts";

/** Begins the visit: who is here, and their cart. It follows each login and logout, in any tab. */
export function startVisit(): void {
  let here: string | null | undefined;
  /** Customer whose session has expired: what they typed at the checkout is kept for them. */
  let expected: string | null = null;
  const follow = () => {
    const { user, known, expired } = getSession();
    const now = user?._id ?? null;
    if (!known || now === here) return;
    const left = typeof here === "string";
    if (left) {
      removeBrowserCart();
      removeStored(WISHLIST_KEY);
      void import("#client/queries.tsx").then(({ forgetQueries }) => forgetQueries(), forgetNothing);
    }
    if (left && expired) expected = here ?? null;
    else if (left || (expected !== null && expected !== now)) forgetCheckout();
    here = now;
    openCartFor(now);
  };
  onSessionChange(follow);
  void restoreSession().then((isNew) => (isNew ? mergeGuestBag() : undefined));
}

/** Deletes stored data, so that the next customer of this browser sees none of it. */
function forgetCheckout(): void {
  forgetCartKey();
  void import("#shop/checkout/web/use-checkout-form.ts").then(
    ({ removeDraft: forgetDraft }) => forgetDraft(),
    forgetNothing,
  );
}

/** Code that cannot be loaded has remembered nothing in this document; a draft is shown to its own customer only. */
const forgetNothing = (): void => {};
