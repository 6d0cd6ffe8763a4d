import { useRef, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import { Button } from "#ui/button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { getMaxQuantity, getQuantityNote } from "#shop/inventory/stock.ts";
import type { CartProduct } from "../cart.ts";
import { AddToBag } from "./add-to-bag.tsx";
import { addToCart, changeQuantity, useQuantityInCart } from "./cart-store.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./purchase.module.css";

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

export function Purchase({ purchase }: { purchase: ProductPurchase }) {
  const { product, inCart, quantity, change, button, bag, buying, buy } = purchase;
  const limit = getQuantityNote(product, quantity);
  return (
    <div className={classNames("stack gap-3", styles.purchase)}>
      <div className={classNames("row wrap gap-3", styles.row)}>
        <QuantityStepper
          value={quantity}
          max={getMaxQuantity(product)}
          onChange={change}
          name={product.title}
        />
        <div ref={button} className={styles.add}>
          <AddToBag {...bag} />
        </div>
      </div>
      <noscript>
        <p>To add this to your bag, please turn on JavaScript in your browser.</p>
      </noscript>
      <Button variant="secondary" wide busy={buying} onClick={() => void buy()}>
        Buy Now
      </Button>
      {/* The note is below the buttons, so that they do not move when a piece is added. */}
      <div className={styles.note}>
        <p role="status">{limit ?? (inCart !== null && `${inCart} in your bag`)}</p>
        {limit !== null && (
          <a href={links.contact} className={styles.bag}>
            Need more? Write to us
          </a>
        )}
        {inCart !== null && (
          <a href={links.cart} className={styles.bag}>
            View bag
          </a>
        )}
      </div>
    </div>
  );
}
