import { useRef, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import type { CartProduct } from "../cart.ts";
import { addToCart, changeQuantity, useQuantityInCart } from "./cart-store.ts";

export type ProductPurchase = ReturnType<typeof usePurchase>;

/** Manages the wanted quantity of a product and its buttons (§2.6, D13, D14). */
export function usePurchase(product: CartProduct) {
  const inCart = useQuantityInCart(product._id);
  const [requestedQuantity, setRequestedQuantity] = useState(1);
  const [isBuying, setIsBuying] = useState(false);
  const [added, setAdded] = useState(0);
  const button = useRef<HTMLDivElement>(null);

  // If the product is in the cart, the quantity is the cart's; otherwise it is the quantity to add.
  const change = (to: number) => {
    if (inCart === null) setRequestedQuantity(to);
    else void changeQuantity(product._id, { to });
  };
  const buy = async () => {
    setIsBuying(true);
    if (inCart !== null || (await addToCart(product, requestedQuantity))) await goTo(links.cart);
    setIsBuying(false);
  };
  const onAdded = () => setAdded((times) => times + 1);
  return {
    product,
    inCart,
    quantity: inCart ?? requestedQuantity,
    change,
    buying: isBuying,
    buy,
    /** Ref of the page's 'Add to Bag'. */
    button,
    /** Number of times it was added to the bag on this page. */
    added,
    /** Action of every 'Add to Bag' on the page. */
    bag: { product, quantity: inCart === null ? requestedQuantity : 1, onAdded, wide: true },
  };
}
