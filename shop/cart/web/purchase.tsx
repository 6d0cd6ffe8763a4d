import { links } from "#contract/links.ts";
import { Button } from "#ui/button.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { getMaxQuantity, getQuantityNote } from "#shop/inventory/stock.ts";
import { AddToBag } from "./add-to-bag.tsx";
import type { ProductPurchase } from "./use-purchase.ts";
import styles from "./purchase.module.css";

export function Purchase({ purchase }: { purchase: ProductPurchase }) {
  const { product, inCart, quantity, change, button, bag, buying, buy } = purchase;
  return (
    <div className={styles.purchase}>
      <div className={styles.row}>
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
        <p role="status">{getQuantityNote(product, quantity) ?? (inCart === null ? null : "In your bag")}</p>
        {inCart !== null && (
          <a href={links.cart} className={styles.bag}>
            View bag
          </a>
        )}
      </div>
    </div>
  );
}
