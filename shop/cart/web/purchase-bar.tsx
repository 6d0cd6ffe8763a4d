import { type RefObject, useEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { AddToBag } from "./add-to-bag.tsx";
import type { ProductPurchase } from "./purchase.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./purchase-bar.module.css";

const SHOW_ADDED_MS = 5_000;

interface PurchaseBarProps {
  purchase: ProductPurchase;
  price: string;
}

/** A bar at the bottom of narrow windows. It is last in the main region, so that the focus order matches the screen. */
export function PurchaseBar({ purchase: { product, button, added, bag }, price }: PurchaseBarProps) {
  const isShown = useIsOutOfSight(button);
  const [wasShown, setWasShown] = useState(false);
  const showsAdded = useRecentlyAdded(added);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown || isSoldOut(product)) return null;
  return (
    <div role="group" aria-label="Buy this piece" data-away={!isShown || undefined} className={styles.bar}>
      {showsAdded ? (
        <a href={links.cart} className={classNames("fine snug balanced", styles.added)}>
          Added · <u>View bag</u>
        </a>
      ) : (
        <p className={classNames("fine snug balanced", styles.price)}>{price}</p>
      )}
      <AddToBag {...bag} />
    </div>
  );
}

function useIsOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setOut] = useState(false);
  const [isAtEnd, setAtEnd] = useState(false);
  useEffect(() => {
    const footer = document.querySelector("main ~ footer");
    // The margins are the areas that the header and this bar cover.
    const inside = watch(element.current, "-60px 0px -64px", (isInside) => setOut(!isInside));
    const end = watch(footer, "0px", setAtEnd);
    return () => {
      inside.disconnect();
      end.disconnect();
    };
  }, [element]);
  return isOut && !isAtEnd;
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

function useRecentlyAdded(added: number): boolean {
  const [finished, setOver] = useState(added);
  useEffect(() => {
    const timer = setTimeout(() => setOver(added), SHOW_ADDED_MS);
    return () => clearTimeout(timer);
  }, [added]);
  return added > finished;
}
