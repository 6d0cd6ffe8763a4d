import { type ComponentProps, useEffect, useRef, useState } from "react";
import { announce } from "#ui/announcer.ts";
import { Button } from "#ui/button.tsx";
import { isRepeatedClick } from "#ui/double-click.ts";
import { toastInfo } from "#ui/toast.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { describeFullBag, type CartProduct } from "../cart.ts";
import { addToCart, getQuantityInCart } from "./cart-store.ts";

const SHOW_ADDED_MS = 1_600;

interface AddToBagProps extends Omit<ComponentProps<typeof Button>, "onClick" | "children"> {
  product: CartProduct;
  quantity?: number;
  onAdded?: (() => void) | undefined;
}

export function AddToBag({ product, quantity = 1, onAdded, ...button }: AddToBagProps) {
  const [inBag, setInBag] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (isSoldOut(product)) {
    return (
      <Button {...button} disabled>
        Sold out
      </Button>
    );
  }
  const add = async () => {
    const previous = getQuantityInCart(product._id);
    if (!(await addToCart(product, quantity))) return;
    const inCart = getQuantityInCart(product._id);
    if (inCart < previous + quantity) toastInfo(describeFullBag(inCart, product));
    if (inCart <= previous) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setInBag(0), SHOW_ADDED_MS);
    setInBag(inCart);
    onAdded?.();
    announce(product._id, `${product.title} was added. ${inCart} in your bag.`);
  };
  const label = inBag > 0 ? `Added: ${inBag} in bag` : "Add to Bag";
  return (
    <Button
      {...button}
      aria-label={`${label}: ${product.title}`}
      onClick={(click) => !isRepeatedClick(click) && void add()}
    >
      {label}
    </Button>
  );
}
