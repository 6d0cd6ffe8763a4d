import ArrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { SharedMarkup } from "#client/shared-markup.tsx";
import { useSwipe } from "#client/swipe.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import type { ProductCard as Card } from "../card.ts";
import styles from "./newly-launched.module.css";
import { ProductCard } from "./product-card.tsx";
import { Icon } from "#ui/icon.tsx";

const SIZES = "(min-width: 769px) min(23vw, 290px), (min-width: 431px) 480px, 46vw";

interface LaunchedSlidesProps {
  products: readonly Card[];
  Action: ComponentType<{ product: Card }>;
  /** All are shown, not the first only. */
  open: boolean;
}

interface Turn {
  current: number;
  /** The slide on its way out. */
  leaving: number | null;
  way: "on" | "back";
}

/**
 * The list of Newly Launched. Between 431 and 768 px it shows one slide at a time, round and round; in the other
 * widths its attributes mean nothing. Without scripts the slides are simply pushed along.
 */
export function LaunchedSlides({ products, Action, open }: LaunchedSlidesProps) {
  const [{ current, leaving, way }, setTurn] = useState<Turn>({ current: 0, leaving: null, way: "on" });
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  const count = products.length;
  const at = Math.min(current, count - 1);
  const go = (steps: 1 | -1) =>
    setTurn({ current: (at + steps + count) % count, leaving: at, way: steps === 1 ? "on" : "back" });
  const swipe = useSwipe({ left: () => go(1), right: () => go(-1) });

  return (
    <div className={styles.stage}>
      <ul
        className={classNames(styles.products, live && styles.live)}
        data-open={open || undefined}
        {...swipe}
      >
        {products.map((product, index) => (
          <SharedMarkup
            key={product._id}
            as="li"
            name="slide"
            facts={product}
            className={styles.slide}
            data-turn={index === at ? "in" : index === leaving ? "out" : undefined}
            data-way={leaving === null ? undefined : way}
          >
            {() => renderCard(product, Action)}
          </SharedMarkup>
        ))}
      </ul>
      {count > 1 && (
        <Arrows go={go}>
          {at + 1} of {count}
        </Arrows>
      )}
    </div>
  );
}

const renderCard = (product: Card, Action: LaunchedSlidesProps["Action"]) => (
  <ProductCard product={product} action={<Action product={product} />} sizes={SIZES} level={3} />
);

const Arrows = ({ go, children }: { go: (steps: 1 | -1) => void; children: ReactNode }) => (
  <div className={styles.arrows}>
    <IconButton label="Previous product" onClick={() => go(-1)}>
      <Icon of={ArrowLeft} strokeWidth={1.5} />
    </IconButton>
    <p className={styles.place} aria-live="polite">
      {children}
    </p>
    <IconButton label="Next product" onClick={() => go(1)}>
      <Icon of={ArrowRight} strokeWidth={1.5} />
    </IconButton>
  </div>
);
