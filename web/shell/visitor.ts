import { currentSession, onSessionChange, openSession } from "#shop/accounts/web/session.ts";
import { forgetCart, openCartFor, takeGuestBagAlong } from "#shop/cart/web/cart-store.ts";

/** Begins the visit: who is here, and their cart. It follows whoever logs in or out, in any tab. */
export function openForVisitor(): void {
  let here: string | null | undefined;
  const follow = () => {
    const { user, known } = currentSession();
    const now = user?._id ?? null;
    if (!known || now === here) return;
    const left = typeof here === "string";
    here = now;
    if (left) {
      forgetCart();
      void import("#lib/queries.tsx").then(({ forgetQueries }) => forgetQueries());
      void import("#shop/orders/web/checkout-draft.ts").then(({ forgetDraft }) => forgetDraft());
    }
    openCartFor(now);
  };
  onSessionChange(follow);
  void openSession().then((isNew) => (isNew ? takeGuestBagAlong() : undefined));
}
