import { Check } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { isSoldOut } from "#shop/catalogue/stock.ts";
import { Button } from "#ui/button.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { CartProduct } from "../cart.ts";
import { addToCart } from "./cart-store.ts";

/** How long the button says that it was done, in milliseconds. */
const SAYS_ADDED_MS = 1_600;

interface AddToBagProps extends Omit<ComponentProps<typeof Button>, "onClick" | "children"> {
  product: CartProduct;
  quantity?: number;
}

/** 'Add to Bag': adds at once and says so on the button itself (§2.4–2.6, D14). */
export function AddToBag({ product, quantity = 1, ...button }: AddToBagProps) {
  const [added, setAdded] = useState(0);
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
    setAdded((times) => times + 1);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAdded(0), SAYS_ADDED_MS);
    const arrived = await addToCart(product, quantity);
    if (!arrived) setAdded(0);
  };
  return (
    <>
      <Button
        {...button}
        aria-label={`${added > 0 ? "Added" : "Add to Bag"}: ${product.title}`}
        onClick={() => void add()}
      >
        {added > 0 ? (
          <>
            <Check size={16} strokeWidth={1.5} /> Added
          </>
        ) : (
          "Add to Bag"
        )}
      </Button>
      <span role="status">
        {added > 0 && <VisuallyHidden>{`${product.title} was added to your bag.`}</VisuallyHidden>}
      </span>
    </>
  );
}
