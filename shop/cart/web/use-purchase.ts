import { useRef, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import type { CartProduct } from "../cart.ts";
import { addToCart, changeQuantity, useQuantityInCart } from "./cart-store.ts";

export type ProductPurchase = ReturnType<typeof usePurchase>;

export function usePurchase(product: CartProduct) {
  const inCart = useQuantityInCart(product._id);
  const [requestedQuantity, setRequestedQuantity] = useState(1);
  const [isBuying, setIsBuying] = useState(false);
  const [added, setAdded] = useState(0);
  const button = useRef<HTMLDivElement>(null);

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
    button,
    added,
    bag: { product, quantity: inCart === null ? requestedQuantity : 1, onAdded, wide: true },
  };
}
