import { useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import { isSoldOut, type Stocked } from "#shop/inventory/stock.ts";
import { getMaxQuantity, getQuantityNote } from "#shop/inventory/max-quantity.ts";
import { Button } from "#ui/button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import type { CartProduct } from "../cart.ts";
import { AddToBag } from "./add-to-bag.tsx";
import { addToCart, changeQuantity, useQuantityInCart } from "./cart-store.ts";
import styles from "./purchase.module.css";

/** How many, 'Add to Bag' and 'Buy Now' on the product page (§2.6, D13, D14). */
export function Purchase({ product }: { product: CartProduct }) {
  const { inCart, quantity, wanted, change, buying, buy } = usePurchase(product);
  return (
    <div className={styles.purchase}>
      {!isSoldOut(product) && (
        <div className={styles.quantity}>
          <QuantityStepper
            value={quantity}
            max={getMaxQuantity(product)}
            onChange={change}
            name={product.title}
          />
          <QuantityNote product={product} quantity={quantity} inCart={inCart !== null} />
        </div>
      )}
      <noscript>
        <p>To put this in your bag, please allow JavaScript in your browser.</p>
      </noscript>
      <div className={styles.buttons}>
        <div>
          <AddToBag product={product} quantity={inCart === null ? wanted : 1} variant="secondary" wide />
        </div>
        {!isSoldOut(product) && (
          <Button wide busy={buying} onClick={() => void buy()}>
            Buy Now
          </Button>
        )}
      </div>
    </div>
  );
}

function usePurchase(product: CartProduct) {
  const inCart = useQuantityInCart(product._id);
  const [wanted, setWanted] = useState(1);
  const [buying, setBuying] = useState(false);

  const quantity = inCart ?? wanted;
  // In the cart already, the number is the cart's; else it is what will be added.
  const change = (to: number) => {
    if (inCart === null) setWanted(to);
    else void changeQuantity(product._id, { to });
  };
  const buy = async () => {
    setBuying(true);
    if (inCart !== null || (await addToCart(product, wanted))) await goTo(links.cart);
    setBuying(false);
  };
  return { inCart, quantity, wanted, change, buying, buy };
}

function QuantityNote({
  product,
  quantity,
  inCart,
}: {
  product: Stocked;
  quantity: number;
  inCart: boolean;
}) {
  const note = getQuantityNote(product, quantity) ?? (inCart ? "In your bag" : null);
  return (
    <p className={styles.note} role="status">
      {note}
    </p>
  );
}
