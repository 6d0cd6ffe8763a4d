import ShoppingBag from "lucide/dist/esm/icons/shopping-bag.mjs";
import type { ComponentProps } from "react";
import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useCart } from "./cart-store.ts";
import styles from "./bag-button.module.css";

export function BagButton(props: Omit<ComponentProps<"button">, "children">) {
  const { count } = useCart();
  return (
    <IconButton
      {...props}
      label={`Shopping Cart, ${formatCount(count, "piece")}`}
      aria-haspopup="dialog"
      data-otherwise={links.cart}
    >
      <Icon of={ShoppingBag} />
      {count > 0 && (
        <span key={count} className={styles.badge} data-testid="cart-badge">
          {count}
        </span>
      )}
    </IconButton>
  );
}
