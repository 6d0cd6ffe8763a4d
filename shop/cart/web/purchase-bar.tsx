import { type RefObject, useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { AddToBag } from "./add-to-bag.tsx";
import type { ProductPurchase } from "./use-purchase.ts";
import styles from "./purchase-bar.module.css";

/** How long 'Added · View bag' stands in the place of the price, in milliseconds. */
const SAYS_ADDED_MS = 5_000;

interface PurchaseBarProps {
  purchase: ProductPurchase;
  /** The price the visitor pays. */
  price: string;
}

/**
 * The price and 'Add to Bag' at the lower edge of narrow windows, once the page's own button was scrolled past; it
 * makes room for the footer. Last in the main region, as it is last in the window.
 */
export function PurchaseBar({ purchase: { product, button, added, bag }, price }: PurchaseBarProps) {
  const isShown = useIsPassed(button);
  const [wasShown, setWasShown] = useState(false);
  const saysAdded = useSaysAdded(added);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown || isSoldOut(product)) return null;
  return (
    <div role="group" aria-label="Buy this piece" data-away={!isShown || undefined} className={styles.bar}>
      {saysAdded ? (
        <a href={links.cart} className={styles.added}>
          Added · <u>View bag</u>
        </a>
      ) : (
        <p className={styles.price}>{price}</p>
      )}
      <AddToBag {...bag} />
    </div>
  );
}

/** Whether an element lies above the window, and the footer is not in sight. */
function useIsPassed(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const footer = document.querySelector("main ~ footer");
    // Below, the root reaches without end: what is not in it can only be above.
    const above = watch(element.current, "-60px 0px 1000000px 0px", (isInside) => setAbove(!isInside));
    const end = watch(footer, "0px", setAtEnd);
    return () => {
      above.disconnect();
      end.disconnect();
    };
  }, [element]);
  return isAbove && !isAtEnd;
}

function watch(
  element: Element | null,
  rootMargin: string,
  change: (isInside: boolean) => void,
): IntersectionObserver {
  const observer = new IntersectionObserver((entries) => change(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin,
  });
  if (element) observer.observe(element);
  return observer;
}

function useSaysAdded(added: number): boolean {
  const [over, setOver] = useState(added);
  useEffect(() => {
    const timer = setTimeout(() => setOver(added), SAYS_ADDED_MS);
    return () => clearTimeout(timer);
  }, [added]);
  return added > over;
}
